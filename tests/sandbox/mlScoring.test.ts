import { Client, E, type Json, deployment, endpoint } from "./mlClient";

const variables = (environmentVariables: Json): Json => deployment({ properties: { environmentVariables } });

let client: Client;
beforeEach(async () => {
  client = await Client.withModel();
});
afterEach(() => client.sandbox.close());

describe("scoring", () => {
  let key: string;
  const score = (
    body: unknown = {
      data: [
        [1, 2],
        [3, 4],
      ],
    },
    headers: Record<string, string> = {},
  ): ReturnType<Client["call"]> =>
    client.call("POST", "/endpoints/chat/score", body, { Authorization: `Bearer ${key}`, ...headers });
  const deploy = async (name: string, body: Json): Promise<unknown> => client.made(`${E}/deployments/${name}`, body);

  beforeEach(async () => {
    await client.made(E, endpoint());
    key = (await client.post(`${E}/listKeys`)).body.primaryKey;
    await deploy("blue", deployment());
    await deploy("green", variables({ SCORE_OFFSET: "10" }));
    await client.made(E, endpoint({ traffic: { blue: 100 } }));
  });

  it("takes both shapes and answers what the variables of the deployment say", async () => {
    expect((await score()).body).toEqual({ predictions: [3, 7] });
    expect((await score({ features: [[1]] })).body).toEqual({ predictions: [1] });
    const green = await score(undefined, { "azureml-model-deployment": "green" });
    expect([green.body, green.headers.get("azureml-model-deployment")]).toEqual([{ predictions: [13, 17] }, "green"]);
  });

  it("tells a mistake in the body as the answer of the scoring logic", async () => {
    for (const body of ["{", { data: [["a"]] }, {}]) {
      expect(await score(body)).toMatchObject({
        status: 200,
        body: { error: expect.any(String), error_type: "ValueError" },
      });
    }
  });

  it("needs a key and a content type", async () => {
    expect((await score(undefined, { Authorization: "" })).status).toBe(401);
    expect((await score(undefined, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await score(undefined, { "azureml-model-deployment": "red" })).status).toBe(404);
  });

  it("follows the split", async () => {
    await client.made(E, endpoint({ traffic: { blue: 80, green: 20 }, mirrorTraffic: { green: 50 } }));
    const names: (string | null)[] = [];
    for (let count = 0; count < 100; count++) names.push((await score()).headers.get("azureml-model-deployment"));
    expect(names.filter((name) => name === "green")).toHaveLength(20);
    // A short look already meets both.
    expect(new Set(names.slice(0, 10)).size).toBe(2);
    const { content } = (
      await client.post(`${E}/deployments/green/getLogs`, { containerType: "InferenceServer", tail: 200 })
    ).body;
    expect(content.match(/\(mirrored\)/g)).toHaveLength(50);
    expect(content.match(/POST \/score 200/g)).toHaveLength(20);
  });

  it("is logged by the deployment that answered, for as long as it exists", async () => {
    const lines = async (): Promise<number> =>
      (await client.post(`${E}/deployments/blue/getLogs`, { containerType: "InferenceServer" })).body.content.match(
        /POST/g,
      )?.length ?? 0;
    await score();
    expect(await lines()).toBe(1);
    await client.made(E, endpoint());
    await client.gone(`${E}/deployments/blue`);
    await deploy("blue", deployment());
    expect(await lines()).toBe(0);
  });

  it("finds no deployment without traffic, and none scaled to zero", async () => {
    await client.made(E, endpoint());
    expect((await score()).status).toBe(404);
    await deploy("blue", deployment({ instanceCount: 0 }));
    expect((await score(undefined, { "azureml-model-deployment": "blue" })).status).toBe(503);
  });

  it("fails as often as SCORE_FAIL says", async () => {
    await deploy("blue", variables({ SCORE_FAIL: "30" }));
    const answers = await Promise.all(Array.from({ length: 100 }, () => score()));
    const failed = answers.filter(({ status }) => status === 424);
    expect(failed).toHaveLength(30);
    expect(failed[0]?.headers.get("ms-azureml-model-error-statuscode")).toBe("500");
  });

  it("gives up after the deployment's request time-out", async () => {
    await deploy(
      "blue",
      deployment({
        properties: {
          environmentVariables: { SCORE_DELAY_MS: "1000" },
          requestSettings: { requestTimeout: "PT0.01S" },
        },
      }),
    );
    expect((await score()).status).toBe(408);
  });
});

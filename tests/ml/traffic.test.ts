import { Subject } from "../subject";
import { deployment, endpoint, errorOf, Lab } from "./lab";

let lab: Lab;
beforeEach(async () => void (lab = await Lab.start()));
afterEach(() => lab.close());

const traffic = { workspace: "lab", endpoint: "serve" };
const split = async () => {
  const { properties } = await lab.live();
  return [properties["traffic"], properties["mirrorTraffic"]];
};
/** How many scoring requests each deployment got by name. */
const scored = () => lab.sent(/POST .*score/).map(({ headers }) => headers["azureml-model-deployment"]);

test("the traffic and the endpoint keep what the other one, and others, have set", async () => {
  const made = await lab.serve({ blue: {}, green: {} }, { tags: { team: "a" } });
  await lab.service.edit(made.id, (record) =>
    Object.assign(record.properties, { mirrorTraffic: { green: 20 }, others: "kept" }),
  );
  const directed = await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 }, adopt: "always" });
  expect(await lab.live()).toMatchObject({
    tags: { team: "a" },
    properties: { others: "kept", traffic: { blue: 100 }, mirrorTraffic: { green: 20 } },
  });
  await lab.of("OnlineEndpoint").update(made, { ...endpoint, description: "changed" });
  expect(await lab.live()).toMatchObject({
    properties: { description: "changed", others: "kept", traffic: { blue: 100 }, mirrorTraffic: { green: 20 } },
  });
  await lab.of("EndpointTraffic").delete(directed);
  expect(await split()).toEqual([{}, {}]);
  expect(await lab.live()).toMatchObject({ properties: { description: "changed", others: "kept" } });
});

test("an endpoint that is said not to be there is looked for again, in a refresh and in a delete", async () => {
  const made = await lab.serve({ blue: {} });
  const directed = await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 } });
  const body = JSON.stringify({ error: { code: "NotFound", message: "There is none." } });
  const stray = { match: `GET ${made.id}$`, status: 404, body, times: 2 };
  lab.sandbox.faults.push({ ...stray });
  expect(await lab.of("EndpointTraffic").read(directed)).toMatchObject({ inputs: { traffic: { blue: 100 } } });
  lab.sandbox.faults.push({ ...stray });
  await lab.of("EndpointTraffic").delete(directed);
  expect(await split()).toEqual([{}, {}]);
});

test("a deployment whose endpoint is said not to be there gives its share up all the same", async () => {
  const made = await lab.serve({ green: {} });
  const blue = await lab.make("OnlineDeployment", deployment);
  await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 50, green: 50 } });
  const body = JSON.stringify({ error: { code: "NotFound", message: "There is none." } });
  lab.sandbox.faults.push({ match: `GET ${made.id}$`, status: 404, body, times: 2 });
  await lab.of("OnlineDeployment").delete(blue);
  expect(await split()).toEqual([{ green: 100 }, {}]);
});

test("traffic is one whole: what others add to it is drift; zeros and letter case are none", async () => {
  await lab.serve({ Blue: {}, green: {} });
  const inputs = {
    ...traffic,
    traffic: [
      { deployment: "Blue", percent: 100 },
      { deployment: "green", percent: 0 },
    ],
  };
  const made = await lab.make("EndpointTraffic", inputs);
  await lab.service.edit(`${made.id.replace("/traffic", "")}`, (record) =>
    Object.assign(record.properties, { traffic: { blue: 100, green: 0 } }),
  );
  expect((await lab.of("EndpointTraffic").read(made))!.inputs["traffic"]).toEqual(inputs.traffic);
  await lab.service.edit(`${made.id.replace("/traffic", "")}`, (record) =>
    Object.assign(record.properties, { traffic: { blue: 60, green: 40 } }),
  );
  expect((await lab.of("EndpointTraffic").read(made))!.inputs["traffic"]).toEqual([
    { deployment: "blue", percent: 60 },
    { deployment: "green", percent: 40 },
  ]);
});

test("others' traffic is not overwritten unless `adopt` says so", async () => {
  const { id } = await lab.serve({ blue: {}, green: {} });
  await lab.service.edit(id, (record) => Object.assign(record.properties, { traffic: { blue: 100 } }));
  await expect(lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 50, green: 50 } })).rejects.toThrow(
    /exists already and differs from the declaration at traffic\.blue, traffic\.green/,
  );
  expect(await split()).toEqual([{ blue: 100 }, {}]);
});

describe("smoke test", () => {
  const smokeTest = { request: { data: [[1, 2]] }, samples: 10, maxP95Ms: 60_000 };

  test("every deployment that gains traffic is asked before it does, the others are not", async () => {
    await lab.serve({ blue: {}, green: {} });
    const made = await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 }, smokeTest });
    expect(scored()).toEqual(Array.from({ length: 10 }, () => "blue"));
    lab.sandbox.requests.length = 0;
    await lab.of("EndpointTraffic").update(made, { ...traffic, traffic: { blue: 40, green: 60 }, smokeTest });
    expect(scored()).toEqual(Array.from({ length: 10 }, () => "green"));
    const lines = lab.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
    expect(lines.findLastIndex((line) => line.endsWith("/score"))).toBeLessThan(
      lines.findIndex((line) => line.startsWith("PUT")),
    );
  });

  test("a deployment that fails too often keeps the old split, and the error tells what was measured", async () => {
    await lab.serve({ blue: {}, green: { SCORE_FAIL: "50" } });
    const made = await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 } });
    lab.sandbox.requests.length = 0;
    const error = await errorOf(
      lab.of("EndpointTraffic").update(made, {
        ...traffic,
        traffic: { blue: 50, green: 50 },
        smokeTest: { ...smokeTest, samples: 20, maxP95Ms: 500 },
      }),
    );
    expect(error.message).toMatch(
      /the smoke test of green failed: \d+ of 20 requests succeeded \(\d+ %, at least 99 % are needed\), the 95th percentile is \d+ ms \(at most 500 ms\); answers that failed: \d+ × 424 ModelError: The model failed\./,
    );
    expect(lab.sent(/PUT/)).toEqual([]);
    expect(await split()).toEqual([{ blue: 100 }, {}]);
  });

  test("a deployment that is too slow, or says 200 for an error, fails as well", async () => {
    await lab.serve({ blue: { SCORE_DELAY_MS: "20" }, green: {} });
    await expect(
      lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 }, smokeTest: { ...smokeTest, maxP95Ms: 10 } }),
    ).rejects.toThrow(/10 of 10 requests succeeded .*ms \(at most 10 ms\)\n/s);
    await expect(
      lab.make("EndpointTraffic", {
        ...traffic,
        traffic: { green: 100 },
        smokeTest: { request: { rows: [] }, samples: 2 },
      }),
    ).rejects.toThrow(/0 of 2 requests succeeded .* 2 × 200 ValueError: The body must have data or features/s);
    expect(await split()).toEqual([{}, {}]);
  });

  test.each(["AADToken", "AMLToken"])(
    "an endpoint with the authMode %s is asked with its kind of token",
    async (authMode) => {
      await lab.serve({ blue: {} }, { authMode });
      await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 }, smokeTest });
      expect(lab.sent(/POST .*score/).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    },
  );

  test("a host of its own gets the token of the identity provider as well", async () => {
    await lab.serve({ blue: {} }, { authMode: "AADToken" });
    const mlEndpoint = lab.sandbox.environment["MLPLANE_ML_ENDPOINT"]!.replace("127.0.0.1", "localhost");
    const subject = new Subject("ml:EndpointTraffic", lab.sandbox, { mlEndpoint });
    await subject.create({ ...traffic, traffic: { blue: 100 }, smokeTest });
    expect(lab.sent(/POST .*score/).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });
});

describe("a deployment that is deleted", () => {
  test("first loses its shares; those of the others are scaled up", async () => {
    await lab.serve({ blue: {}, green: {}, red: {}, grey: {} });
    const [blue, green] = await Promise.all(
      ["blue", "green"].map((name) => lab.make("OnlineDeployment", { ...deployment, name })),
    );
    await lab.make("EndpointTraffic", {
      ...traffic,
      traffic: { blue: 55, green: 15, red: 15, grey: 15 },
      mirrorTraffic: { blue: 10, green: 20 },
    });
    await lab.of("OnlineDeployment").delete(blue!);
    expect(await split()).toEqual([{ green: 34, red: 33, grey: 33 }, { green: 20 }]);
    await lab.of("OnlineDeployment").delete(green!);
    expect(await split()).toEqual([{ red: 50, grey: 50 }, {}]);
  });

  test("leaves no traffic when there is no other", async () => {
    await lab.serve();
    const blue = await lab.make("OnlineDeployment", deployment);
    await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 } });
    await lab.of("OnlineDeployment").delete(blue);
    expect(await split()).toEqual([{}, {}]);
  });

  test("without a share is deleted without touching the endpoint", async () => {
    await lab.serve({ green: {} });
    const blue = await lab.make("OnlineDeployment", deployment);
    await lab.make("EndpointTraffic", { ...traffic, traffic: { green: 100 } });
    lab.sandbox.requests.length = 0;
    await lab.of("OnlineDeployment").delete(blue);
    expect(lab.sent(/PUT/)).toEqual([]);
  });

  test("is gone already when its endpoint is", async () => {
    const made = await lab.serve();
    const blue = await lab.make("OnlineDeployment", deployment);
    const directed = await lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 } });
    await lab.of("OnlineEndpoint").delete(made);
    await lab.of("EndpointTraffic").delete(directed);
    await lab.of("OnlineDeployment").delete(blue);
  });
});

test("operations on one endpoint take turns: none is refused", async () => {
  lab.sandbox.behaviour.polls = 1;
  const made = await lab.serve({ blue: {} });
  lab.sandbox.requests.length = 0;
  await Promise.all([
    ...["green", "red", "grey"].map((name) => lab.make("OnlineDeployment", { ...deployment, name })),
    lab.of("OnlineEndpoint").update(made, { ...endpoint, description: "other", keyGeneration: 1 }),
    lab.make("EndpointTraffic", { ...traffic, traffic: { blue: 100 } }),
  ]);
  expect(lab.sandbox.requests.filter(({ status }) => status !== undefined && status >= 400 && status !== 404)).toEqual(
    [],
  );
  expect(await split()).toEqual([{ blue: 100 }, {}]);
}, 20_000);

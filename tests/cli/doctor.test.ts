import { misspelt } from "../../cli/doctor";
import { services } from "../../cli/doctor/services";
import type { Configuration } from "../../provider/configuration";
import { startSandbox, type Sandbox } from "../../sandbox";
import { configurationFor, Subject } from "../subject";
import { fixtures } from "../fixtures";

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await startSandbox({ behaviour: { polls: 1 } })));
afterEach(() => sandbox.close());

/** What is told of each service: its state and its text without the address. */
const told = async (configuration: Configuration): Promise<Record<string, [string, string]>> => {
  const checks = await Promise.all(services.map((service) => service(configuration)));
  return Object.fromEntries(
    checks.map(({ state, text }) => [
      /^[^:]*?(?= at |:)/.exec(text)![0],
      [state, text.replace(/^.*?: /, "").replaceAll(sandbox.url, "URL")],
    ]),
  );
};

test("each service that answers and accepts the credentials is well", async () => {
  await new Subject("search:Index", sandbox).create(fixtures["search:Index"]!.inputs);
  sandbox.requests.length = 0;
  expect(await told(configurationFor(sandbox))).toEqual({
    "ML resource management": ["well", expect.stringContaining("0 workspaces in resource group sandbox")],
    "model registry": ["well", expect.stringContaining("it answers")],
    "agent service": ["well", expect.stringContaining("it answers")],
    search: ["well", expect.stringContaining("1 index")],
    "local inference": ["well", expect.stringContaining("it answers")],
  });
  expect(sandbox.requests.filter(({ method, path }) => method !== "GET" && !path.includes("oauth2"))).toEqual([]);
});

test("the model registry proves its credentials where there is a workspace", async () => {
  await new Subject("ml:Workspace", sandbox).create(fixtures["ml:Workspace"]!.inputs);
  const { "model registry": registry } = await told(configurationFor(sandbox));
  expect(registry).toEqual(["well", expect.stringMatching(/0 models in workspace ws-one$/)]);
});

test("refused credentials are told with what to do, and never shown", async () => {
  const checks = await told({ ...configurationFor(sandbox), clientSecret: "wrong-secret", searchApiKey: "wrong-key" });
  expect(checks["ML resource management"]).toEqual([
    "wrong",
    expect.stringMatching(/answered 401.*\nCheck tenantId, clientId and clientSecret/s),
  ]);
  expect(checks["search"]).toEqual(["wrong", expect.stringMatching(/answered 40[13].*\nCheck searchApiKey/s)]);
  expect(JSON.stringify(checks)).not.toMatch(/wrong-(secret|key)/);
});

test("what is not configured, and what is lacking beside an address, is told apart", async () => {
  expect(await told({ searchEndpoint: sandbox.url, localEndpoint: sandbox.url })).toMatchObject({
    "ML resource management": ["absent", expect.stringContaining("mlplane:mlEndpoint or MLPLANE_ML_ENDPOINT")],
    search: ["wrong", expect.stringContaining("pulumi config set --secret mlplane:searchApiKey …")],
    "local inference": ["well", expect.anything()],
  });
});

test("a service that does not answer is wrong when it was configured", async () => {
  const { url } = sandbox;
  await sandbox.close();
  const checks = await told({ searchEndpoint: url, searchApiKey: "x", localEndpoint: url });
  expect(checks).toMatchObject({
    search: ["wrong", expect.stringContaining("ECONNREFUSED")],
    "local inference": ["wrong", expect.stringContaining("ECONNREFUSED")],
  });
  sandbox = await startSandbox();
}, 20_000);

test("a key that there is not is told with the one that was meant", () => {
  const values = Object.fromEntries(
    ["mlplane:searchEndpoint", "mlplane:search_api_kye", "shop:anything"].map((key) => [
      key,
      { value: "x", secret: false },
    ]),
  );
  expect(misspelt(values)).toEqual([
    {
      state: "wrong",
      text: "configuration: mlplane:search_api_kye is no key of mlplane; did you mean `searchApiKey`?",
    },
  ]);
});

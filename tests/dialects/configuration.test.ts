/** The configuration of a connection to Azure: its defaults, where its tokens come from, and other clouds. */
import { settingsOf, type Configuration } from "../../provider/configuration";
import * as ml from "../../sdk/ml";
import * as search from "../../sdk/search";

const subscription = { dialect: "azure", subscriptionId: "s", resourceGroup: "g" } as const;
const values = (given: Configuration, ...keys: string[]): unknown[] => keys.map(settingsOf(given, {}).get);

test("nothing more than subscription, resource group and search address is needed in the public cloud", () => {
  const settings = settingsOf({ ...subscription, searchEndpoint: "https://lamps.search.windows.net" }, {});
  expect([settings.missing("ml"), settings.missing("model"), settings.missing("search")]).toEqual([[], [], []]);
  expect(settingsOf({ dialect: "azure" }, {}).missing("ml")).toEqual([
    expect.stringContaining("subscriptionId is not configured"),
    expect.stringContaining("resourceGroup is not configured"),
  ]);
  expect(settingsOf({ dialect: "azure" }, {}).missing("search")).toEqual([
    expect.stringContaining("searchEndpoint is not configured"),
  ]);
  expect(
    ["mlEndpoint", "modelEndpoint", "authEndpoint", "tokenResource", "providerNamespace", "searchScope"].map(
      settings.get,
    ),
  ).toEqual([
    "https://management.azure.com",
    "https://management.azure.com",
    "https://login.microsoftonline.com",
    "https://management.azure.com",
    "Microsoft.MachineLearningServices",
    "https://search.azure.com/.default",
  ]);
});

test("the documents' form has no addresses of its own, and asks its issuer with a client secret", () => {
  expect(values({}, "mlEndpoint", "authEndpoint", "searchScope", "dialect", "credential", "providerNamespace")).toEqual(
    [undefined, undefined, undefined, "specified", undefined, "Provider.MachineLearningServices"],
  );
  expect(
    settingsOf({ mlEndpoint: "https://ml.example", subscriptionId: "s", resourceGroup: "g" }, {}).missing("ml"),
  ).toEqual(
    ["authEndpoint", "tenantId", "clientId", "clientSecret"].map((key) => expect.stringContaining(`${key} is not`)),
  );
});

test.each<[string, Configuration, string]>([
  ["the chain where nothing is configured", {}, "default"],
  ["the chain where only the identity is named", { tenantId: "t", clientId: "c" }, "default"],
  ["a client secret where there is one", { clientSecret: "x" }, "clientSecret"],
  ["the chain where it is asked for", { clientSecret: "x", credential: "default" }, "default"],
  ["a client secret where it is asked for", { credential: "clientSecret" }, "clientSecret"],
])("tokens come from %s", (_, given, credential) => {
  expect(values({ ...subscription, ...given }, "credential")).toEqual([credential]);
});

test("`credential: clientSecret` needs one, and every other word is a mistake", () => {
  expect(settingsOf({ ...subscription, credential: "clientSecret" }, {}).missing("ml")).toEqual(
    ["tenantId", "clientId", "clientSecret"].map((key) => expect.stringContaining(`${key} is not configured`)),
  );
  expect(settingsOf({ ...subscription, credential: "cli" }, {}).missing("ml")).toContain(
    "credential (mlplane:credential or MLPLANE_CREDENTIAL) must be one of clientSecret, default",
  );
});

test("the chain is there for the documents' form as well", () => {
  const given = { mlEndpoint: "https://ml.example", subscriptionId: "s", resourceGroup: "g", credential: "default" };
  expect(settingsOf(given, {}).missing("ml")).toEqual([]);
});

test("other clouds set the addresses, and every default gives way to what is set", () => {
  const china = {
    ...subscription,
    mlEndpoint: "https://management.chinacloudapi.cn",
    authEndpoint: "https://login.partner.microsoftonline.cn",
    tokenResource: "https://management.chinacloudapi.cn",
    scoringResource: "https://ml.azure.cn",
    searchScope: "https://search.azure.cn/.default",
  };
  expect(values(china, ...Object.keys(china))).toEqual(Object.values(china));
  expect(values({ ...china, modelEndpoint: "https://models.cn" }, "modelEndpoint")).toEqual(["https://models.cn"]);
  const environment = { MLPLANE_DIALECT: "azure", MLPLANE_ML_ENDPOINT: "https://management.usgovcloudapi.net" };
  const settings = settingsOf({}, environment);
  expect(["mlEndpoint", "providerNamespace"].map(settings.get)).toEqual([
    "https://management.usgovcloudapi.net",
    "Microsoft.MachineLearningServices",
  ]);
});

test("without the package of the chain, the error says what to install", async () => {
  jest.doMock("@azure/identity", () => {
    throw Object.assign(new Error("Cannot find module '@azure/identity'"), { code: "MODULE_NOT_FOUND" });
  });
  const connection = { ...subscription, mlEndpoint: "http://127.0.0.1:9", searchEndpoint: "http://127.0.0.1:9" };
  const missing =
    "credential is `default`, which needs a package that is not installed: run `npm install @azure/identity`";
  await expect(ml.listWorkspaces({}, { connection })).rejects.toThrow(missing);
  await expect(search.listIndexes({}, { connection })).rejects.toThrow(missing);
  jest.dontMock("@azure/identity");
});

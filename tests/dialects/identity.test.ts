/** The credential chain of `@azure/identity`, for real: a managed identity speaks plain HTTP to an address of its host. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { services } from "../../cli/doctor/services";
import { startSandbox, type Sandbox } from "../../sandbox";
import * as ml from "../../sdk/ml";
import * as search from "../../sdk/search";
import { fixturesIn } from "../fixtures";
import { configurationFor, Subject } from "../subject";

let sandbox: Sandbox;
let host: Server;
let asked: { resource: string | null; secret: string | undefined }[];
const variables = ["IDENTITY_ENDPOINT", "IDENTITY_HEADER", "AZURE_TOKEN_CREDENTIALS"];

beforeEach(() => (asked = []));
// The library keeps the address of the host for the life of the process.
beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "azure" });
  const answerOf = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { searchParams } = new URL(request.url!, "http://host");
    asked.push({ resource: searchParams.get("resource"), secret: request.headers["x-identity-header"] as string });
    const resource = searchParams.get("resource")!;
    if (resource.includes("nobody")) return response.writeHead(400).end('{"error":"invalid_resource"}');
    const form = { grant_type: "client_credentials", client_id: "sandbox", client_secret: "sandbox", resource };
    const answer = await fetch(`${sandbox.url}/sandbox/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const expires = Math.floor(Date.now() / 1000) + 3600;
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ access_token, expires_on: String(expires), resource, token_type: "Bearer" }));
  };
  host = createServer((request, response) => void answerOf(request, response));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  process.env["IDENTITY_ENDPOINT"] = `http://127.0.0.1:${(host.address() as AddressInfo).port}/token`;
  process.env["IDENTITY_HEADER"] = "host-secret";
  process.env["AZURE_TOKEN_CREDENTIALS"] = "ManagedIdentityCredential";
});
afterAll(async () => {
  for (const name of variables) delete process.env[name];
  await new Promise((resolve) => host.close(resolve));
  await sandbox.close();
});

/** A connection without any secret. */
const keyless = (): ReturnType<typeof configurationFor> => {
  const {
    clientSecret: _,
    clientId: _id,
    tenantId: _tenant,
    searchApiKey: _key,
    ...others
  } = configurationFor(sandbox);
  return others;
};

test("a program without a secret calls both services with tokens of the chain, asked for once each", async () => {
  const connection = keyless();
  expect(await ml.listWorkspaces({}, { connection })).toEqual([]);
  expect(await search.listIndexes({}, { connection })).toEqual([]);
  expect(await search.listKnowledgeBases({}, { connection })).toEqual([]);
  expect(asked).toEqual([
    { resource: sandbox.url, secret: "host-secret" },
    { resource: "https://search.azure.com", secret: "host-secret" },
  ]);
});

test("no key is missing in the preview, and a resource is made", async () => {
  const subject = new Subject("search:Index", sandbox, {
    ...{ searchApiKey: "", clientSecret: "", clientId: "", tenantId: "" },
    // The library keeps tokens for the life of the process, by what they are for.
    searchScope: "https://search.second.example/.default",
  });
  const inputs = { name: "lamps", fields: [{ name: "id", type: "Edm.String", key: true }] };
  expect(await subject.mistakes(inputs)).toEqual([]);
  expect((await subject.create(inputs)).id).toBe("/indexes/lamps");
});

test("a token of the chain is never shown", async () => {
  const echo = createServer((request, response) => {
    const token = request.headers.authorization?.replace("Bearer ", "");
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: "Bad", message: `there is no token ${token}` } }));
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const searchEndpoint = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  await expect(search.listIndexes({}, { connection: { ...keyless(), searchEndpoint } })).rejects.toThrow(
    "there is no token [secret]",
  );
  await new Promise((resolve) => echo.close(resolve));
});

test("an endpoint with the authMode AADToken is asked with a token for scoring, not with one for management", async () => {
  const { inputs, needs = [] } = fixturesIn("azure")["ml:EndpointTraffic"]!;
  for (const [kind, args] of needs)
    await new Subject(kind, sandbox).create({ ...args, ...(kind === "ml:OnlineEndpoint" && { authMode: "AADToken" }) });
  const smokeTest = { request: { data: [[1]] }, samples: 2, maxP95Ms: 60_000 };
  const more = { clientSecret: "", clientId: "", tenantId: "", accessToken: "sandbox" };
  await new Subject("ml:EndpointTraffic", sandbox, more).create({ ...inputs, smokeTest });
  expect(asked.map(({ resource }) => resource)).toEqual(["https://ml.azure.com"]);
});

test("a refused token of the chain is told with the login and its roles, not with keys that nobody uses", async () => {
  const door = createServer((_, response) => response.writeHead(403).end());
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const checks = await Promise.all(
    services.map((service) => service({ ...keyless(), mlEndpoint: url, searchEndpoint: url })),
  );
  const told = checks.filter(({ text }) => /answered 403/.test(text)).map(({ text }) => text);
  await new Promise((resolve) => door.close(resolve));
  const ofMl = /credential: default[^]*role in the resource group \(AzureML/;
  expect(told).toEqual([
    expect.stringMatching(ofMl),
    expect.stringMatching(ofMl),
    expect.stringMatching(/^search[^]*credential: default[^]*its roles \(Search Service Contributor/),
  ]);
  expect(told.join()).not.toMatch(/searchApiKey|clientSecret/);
});

test("a chain without a token says so, and what it was asked for", async () => {
  await expect(
    search.listIndexes({}, { connection: { ...keyless(), searchScope: "https://nobody.example/.default" } }),
  ).rejects.toThrow(/credential `default` gives no token for https:\/\/nobody\.example\/\.default/);
}, 60_000);

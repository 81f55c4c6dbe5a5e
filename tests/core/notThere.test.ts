import { isNotFound } from "../../provider/core/errors";
import { services } from "../../provider/services";
import { callsTo, servers, type Reply } from "./server";

/** When a 404 is the service's word that something is not there, and when it is that of something before it. */

const start = servers();
const path = "/workspaces/my-pages/routes/no%20route";

const refusal = async (reply: Reply, api: keyof typeof services): Promise<Error> => {
  const { url } = await start([reply]);
  return callsTo(url, { name: services[api].name, form: services[api].form })
    .send({ method: "GET", path })
    .then(
      () => fail("it is answered"),
      (error: Error) => error,
    );
};
const fail = (text: string): never => {
  throw new Error(text);
};

const error = (code: unknown, message: unknown, more: object = {}): Reply => ({
  status: 404,
  json: { error: { code, message, ...more } },
});

test.each([
  ["ml", error("ResourceNotFound", "The resource '/workspaces/my-pages' was not found.")],
  ["ml", error("ResourceNotFound", "the thing my-pages/routes/no route was not found", { details: [] })],
  ["ml", error("ParentResourceNotFound", "Can not perform requested operation on nested resource.")],
  ["ml", error("NotFound", "none")],
  ["ml", error("UserError", "No such job.", { details: [{ code: "NotFound", message: "no" }] })],
  ["ml", { status: 404, json: { Error: { Code: "ResourceNotFound", Message: "" } } }],
  ["model", { status: 404, json: { code: "ModelNotFound", statusCode: 404, message: "No model.", details: [] } }],
  ["ml", { status: 404, headers: { "x-ms-request-id": "7f" } }],
  ["search", error("", "No index with the name 'unknown route' was found in the service.")],
  ["search", error("ResourceNotFound", "The knowledge source does not exist.")],
  ["search", { status: 404, text: '\ufeff{"error":{"code":"","message":"No index with the name was found."}}' }],
  ["search", { status: 404, headers: { "request-id": "7f" } }],
] as [keyof typeof services, Reply][])("%s says it itself: %j", async (api, reply) => {
  expect(isNotFound(await refusal(reply, api))).toBe(true);
});

const others: Reply[] = [
  { status: 404 },
  { status: 404, headers: { "x-request-id": "added-by-a-proxy" } },
  { status: 404, text: "404 page not found" },
  { status: 404, text: "<html><h1>404 Not Found</h1><hr>nginx</html>", headers: { "content-type": "text/html" } },
  {
    status: 404,
    headers: { "content-type": "text/html" },
    json: { error: { code: "NotFound", message: "The workspace was not found." } },
  },
  {
    status: 404,
    headers: { "content-type": "application/problem+json" },
    json: { type: "about:blank", title: "Not Found", status: 404 },
  },
  { status: 404, json: { message: "no Route matched with those values" } },
  { status: 404, json: { detail: "Not Found" } },
  { status: 404, json: { error: "Not Found" } },
  { status: 404, json: { error: "not_found", error_description: "No such thing." } },
  { status: 404, json: { timestamp: "now", status: 404, error: "Not Found", path } },
  { status: 404, json: { statusCode: 404, message: "Resource not found" } },
  { status: 404, json: { code: 5, message: "Not Found", details: [] } },
  { status: 404, json: { code: "no_route", message: "There is none." } },
  { status: 404, json: [] },
  { status: 404, json: {} },
  { status: 404, json: { error: null } },
  { status: 404, json: { error: {} } },
  error(404, "Not found", { status: "NOT_FOUND" }),
  error("404", "The page could not be found"),
  error("NOT_FOUND", "The page could not be found"),
  error("NoRouteMatched", "There is no place for this."),
  error("RouteNotFound", "Route GET:/workspaces/my-pages not found"),
  error("NotFound", "Cannot GET /workspaces/my-pages"),
  error("NotFound", "No HTTP resource was found that matches the request URI 'http://a/b'."),
  error("NotFound", "Nothing answers to GET /workspaces/my-pages."),
  error("InvalidResourceType", "The resource type could not be found in the namespace."),
  error("SubscriptionNotFound", "The subscription '0b1f' could not be found."),
  error("", "Resource not found for the segment 'workspaces'."),
  error("NotFound", undefined),
];

test.each(others.flatMap((reply) => (["ml", "search"] as const).map((api): [string, Reply] => [api, reply])))(
  "%s does not say it: %j",
  async (api, reply) => {
    const thrown = await refusal(reply, api as keyof typeof services);
    expect(thrown).toMatchObject({ status: 404 });
    expect(isNotFound(thrown)).toBe(false);
    expect(thrown.message).toContain("is its address right");
    expect(thrown.message).toContain("mlplane:testEndpoint");
  },
);

test("a code that is empty says nothing where codes are not", async () => {
  expect(isNotFound(await refusal(error("", "The job was not found."), "ml"))).toBe(false);
});

test("a bare error says nothing where errors are not", async () => {
  expect(isNotFound(await refusal({ status: 404, json: { code: "NotFound", message: "none" } }, "search"))).toBe(false);
});

test("the local service has no form of its own: its lists tell what is there", async () => {
  expect(isNotFound(await refusal(error("NotFound", "Model not found."), "local"))).toBe(false);
});

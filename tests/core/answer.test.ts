import { apiError, errorOf, parsed, retryAfter } from "../../provider/core/answer";
import { member } from "../../provider/core/wire";
import { tell } from "../../provider/core/errors";
import { redact } from "../../provider/core/redact";

const told = (text: string): string => {
  const { code, message, details } = errorOf(parsed(text));
  return `[${code}] ${message}${tell(details)}`;
};

test.each([
  ["wrapped", `{"error":{"code":"Conflict","message":"is updating","details":[]}}`, "[Conflict] is updating"],
  [
    "wrapped, with the useful code inside",
    `{"error":{"code":"UserError","message":"Build ` +
      `failed","target":null,"details":[{"code":"ImageBuildFailure","message":"conda solve ` +
      `failed","details":[{"code":"Inner","message":"no ` +
      `package"}]}],"additionalInfo":[{"type":"Correlation","info":{"value":"x"}}]}}`,
    "[UserError] Build failed; [ImageBuildFailure] conda solve failed; [Inner] no package",
  ],
  [
    "wrapped, with null details",
    `{"error":{"code":"","message":"No index with the name 'a' was found","details":null}}`,
    "[] No index with the name 'a' was found",
  ],
  [
    "with an inner error",
    `{"error":{"code":"A","message":"m","innererror":{"code":"B","message":"n"}}}`,
    "[A] m; [B] n",
  ],
  [
    "unwrapped",
    `{"code":"NotFound","statusCode":404,"message":"no such ` +
      `model","details":[{"code":"X","message":"y","target":"z"}]}`,
    "[NotFound] no such model; [X] y",
  ],
  ["unwrapped, in another letter case", `{"Code":"BadRequest","Message":"no"}`, "[BadRequest] no"],
  [
    "of a token issuer",
    `{"error":"invalid_client","error_description":"AADSTS7000215: Invalid client ` +
      `secret","error_codes":[7000215],"timestamp":"t","trace_id":"t","correlation_id":"c"}`,
    "[invalid_client] AADSTS7000215: Invalid client secret",
  ],
  ["of a token issuer, bare", `{"error":"invalid_request"}`, "[invalid_request] "],
  ["of a scoring script", `{"error":"no column a","error_type":"KeyError"}`, "[KeyError] no column a"],
  [
    "of the local service",
    `{"error":{"message":"Model not cached: Model must be downloaded before ` +
      `loading","type":"invalid_request_error","param":null,"code":null}}`,
    "[] Model not cached: Model must be downloaded before loading",
  ],
  [
    "plain",
    "No OpenAIService provider found for modelName: tiny\n",
    "[] No OpenAIService provider found for modelName: tiny",
  ],
  ["with a byte order mark", `\uFEFF{"error":{"code":"A","message":"b"}}`, "[A] b"],
  ["a page", "<!DOCTYPE html><html><body>502</body></html>", "[] an HTML page"],
  ["a page after a blank", "\n  <html>", "[] an HTML page"],
  ["empty", "", "[] "],
  ["null", "null", "[] "],
  ["a number", "7", "[] "],
  ["a list", `["a"]`, "[] "],
  ["with members of other types", `{"error":{"code":404,"message":{"a":1},"details":"x"}}`, "[404] "],
  ["half of JSON", `{"error":{"code":"A","mess`, `[] {"error":{"code":"A","mess`],
])("an error that is %s", (_, text, expected) => expect(told(text)).toBe(expected));

test.each([
  ["[", "]"],
  ['{"a":', "}"],
  ['{"error":{"details":[', "]}}"],
  ['[1,[],{"a":', "}]"],
])("an answer that is nested without end stays a text: %s", (opening, closing) => {
  const text = `${opening.repeat(20_000)}1${closing.repeat(20_000)}`;
  expect(JSON.parse(text)).toBeInstanceOf(Object);
  expect(parsed(text) === text).toBe(true);
});

test("a long text is cut, after what is secret in it was masked", () => {
  const answer = { status: 400, headers: {}, body: `${"x ".repeat(495)}s3cr3t-at-the-end${"x".repeat(100_000)}` };
  const error = apiError({ method: "GET", path: "/a" }, answer, (text) => redact(text, ["s3cr3t-at-the-end"]));
  expect(error.reason).toBe(`${"x ".repeat(495)}[secret]xx`);
});

test("an error tells verb, path, status, code, message, details, request ID and what to do, and no secret", () => {
  const answer = {
    status: 401,
    headers: { "x-ms-request-id": "7f" },
    body: {
      error: { code: "Denied", message: "api-key: s3cr3t is wrong", details: [{ code: "Inner", message: "s3cr3t" }] },
    },
  };
  const error = apiError(
    { method: "PUT", path: "/indexes/a" },
    answer,
    (text) => redact(text, ["s3cr3t"]),
    ({ status }) => `advice for ${status}`,
  );
  expect(error.message).toBe(
    "PUT /indexes/a answered 401 Denied: api-key: [secret] is wrong; [Inner] [secret] (request 7f)\nadvice for 401",
  );
  expect(error).toMatchObject({
    name: "ApiError",
    method: "PUT",
    path: "/indexes/a",
    status: 401,
    code: "Denied",
    requestId: "7f",
  });
  expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain("s3cr3t");
  expect(error.stack).toBe("");
});

describe("Retry-After", () => {
  const now = Date.parse("2026-01-02T03:04:05Z");
  beforeEach(() => jest.useFakeTimers({ now }));
  afterEach(() => jest.useRealTimers());

  test.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "7" }, 7],
    ["seconds with a fraction", { "retry-after": " 1.5 " }, 1.5],
    ["a date", { "retry-after": "Fri, 02 Jan 2026 03:04:35 GMT" }, 30],
    ["a date that has passed", { "retry-after": "Fri, 02 Jan 2026 03:00:00 GMT" }, 0],
    ["milliseconds", { "retry-after-ms": "250" }, 0.25],
    ["milliseconds of the services' own header", { "x-ms-retry-after-ms": "1500", "retry-after": "9" }, 1.5],
    ["zero", { "retry-after": "0" }, 0],
    ["nothing", {}, undefined],
    ["an empty text", { "retry-after": "" }, undefined],
    ["empty milliseconds beside seconds", { "retry-after-ms": "", "retry-after": "3" }, 3],
    ["rubbish", { "retry-after": "soon" }, undefined],
    ["a negative number", { "retry-after": "-5" }, undefined],
  ])("%s", (_, headers, seconds) => expect(retryAfter(headers)).toBe(seconds));
});

test("a member is found in any letter case, and never in the prototype", () => {
  expect(member({ Status: 1 }, "status")).toBe(1);
  expect(member({ Status: 1, status: 2 }, "status")).toBe(2);
  expect(member({}, "constructor")).toBeUndefined();
});

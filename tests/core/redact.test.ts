import { inspect } from "node:util";
import { ApiError, InitFailedError, masked } from "../../provider/core/errors";
import { secretsOf, settingsOf } from "../../provider/configuration";
import { redact } from "../../provider/core/redact";

const lines = [
  "-----BEGIN KEY-----",
  "MIIEvQIBADANBgkqhkiG9w0BAQ",
  "EFAASCBKcwggSjAgEAAoIB",
  "c3Q=",
  "-----END KEY-----",
];

test.each([
  ["known secrets", "key s3cr3t-value and s3cr3t-value", ["s3cr3t-value"], "key [secret] and [secret]"],
  ["the longer of two", "abcdefgh abcd", ["abcd", "abcdefgh"], "[secret] [secret]"],
  ["as it stands in a URL", "?k=a%2Fb%3Dc", ["a/b=c"], "?k=[secret]"],
  ["as it stands in JSON", String.raw`{"v":"a\"b\\c"}`, ['a"b\\c'], '{"v":"[secret]"}'],
  ["as it stands in JSON within JSON", String.raw`"{\"v\":\"ab\\\"c\"}"`, ['ab"c'], String.raw`"{\"v\":\"[secret]\"}"`],
  ["as it stands in a form", "k=a+b%2B", ["a b+"], "k=[secret]"],
  ["in base64", "c2VjcmV0LXZhbHVlPw== c2VjcmV0LXZhbHVlPw", ["secret-value?"], "[secret]== [secret]"],
  ["in base64 of URLs", "fn5-fn4_", ["~~~~~?"], "[secret]"],
  ["in base64 after more", "YTpzZWNyZXQtdmFsdWU=", ["secret-value"], "YTp[secret]U="],
  ["in base64 between more", "YWE6c2VjcmV0LXZhbHVlOng=", ["secret-value"], "YWE6[secret]Ong="],
  ["in base64 of URLs after more", "YTp-fn4_fg", ["~~~?~"], "YTp[secret]g"],
  ["escapes of HTML", "k=a&#x2B;b&#47;&amp;&LT;c&quot;", ['a+b/&<c"'], "k=[secret]"],
  [
    "JSON in HTML",
    String.raw`{&quot;k&quot;:&quot;a\&#34;b\\c&quot;}`,
    ['a"b\\c'],
    "{&quot;k&quot;:&quot;[secret]&quot;}",
  ],
  ["escapes of a URL in any letter case", "?k=a%2fb%2Bc%e4%B8%ad", ["a/b+c\u4e2d"], "?k=[secret]"],
  ["escapes of JSON in any letter case", String.raw`"a\u002Fb\u002bc"`, ["a/b+c"], '"[secret]"'],
  ["escapes that only some writers use", String.raw`"a\/\u0062/c\x64"`, ["a/b/cd"], '"[secret]"'],
  ["JSON in a URL", "?q=%22a%5c%22b%5C%5Cc%22", ['a"b\\c'], "?q=%22[secret]%22"],
  ["a character of two units", "k=%F0%9F%94%91%f0%9f%94%91", ["\u{1f511}\u{1f511}"], "k=[secret]"],
  ["lines that are indented", `key:\n  ${lines.join("\n  ")}\nend`, [lines.join("\n")], "key:\n  [secret]\nend"],
  ["lines that end otherwise", `key:\n${lines.join("\r\n")}\r\nend`, [lines.join("\n")], "key:\n[secret]\r\nend"],
  ["lines in JSON", JSON.stringify(lines.join("\n")), [lines.join("\n")], '"[secret]"'],
  ["a line alone", `at ${lines[2]}: bad`, [lines.join("\n")], "at [secret]: bad"],
  [
    "a long one that is wrapped",
    "the key is 0123456789\n  abcdefghij!",
    ["0123456789abcdefghij"],
    "the key is [secret]!",
  ],
  ["base64 that is wrapped", "c2VjcmV0LXZhbHVlLXdp\ndGgtbW9yZQ==", ["secret-value-with-more"], "[secret]=="],
  ["secrets that overlap", "abcdefgh-ijkl", ["abcdefgh", "efgh-ijkl"], "[secret]"],
  ["what is no pattern", "a+b.c* and a+b.c*", ["a+b.c*"], "[secret] and [secret]"],
  ["half a character pair", "x", ["abc\ud800"], "x"],
  ["a bearer token", "Authorization: Bearer eyJ0.eX-_~+/=", [], "Authorization: Bearer [secret]"],
  ["basic credentials", "authorization: Basic dXNlcjpwYXNz", [], "authorization: Basic [secret]"],
  ["an echoed header", `{"api-key":"0123456789"}`, [], `{"api-key":"[secret]"}`],
  ["a form", "client_secret=abc123&grant_type=x", [], "client_secret=[secret]&grant_type=x"],
  [
    "a connection string",
    "AccountName=a;AccountKey=Zm9v==;EndpointSuffix=x",
    [],
    "AccountName=a;AccountKey=[secret];EndpointSuffix=x",
  ],
  ["a token in JSON", `{"access_token": "eyJ0", "expires_in": 1}`, [], `{"access_token": "[secret]", "expires_in": 1}`],
])("masks %s", (_, text, secrets, masked) => expect(redact(text, secrets)).toBe(masked));

test("common words of a secret with several lines stand alone", () =>
  expect(redact("the key begins with password", [lines.concat("begins", "password").join("\n")])).toBe(
    "the key begins with password",
  ));

test("hundreds of secrets that begin alike are found in a large text that is full of their beginnings", () => {
  const secrets = Array.from({ length: 500 }, (_, i) => `sk-service-account-${i}-${"x".repeat(i)}!`);
  const text = "sk-service-account-\\n%41 ".repeat(20_000);
  expect(redact(`${text}${secrets.join(" ")}`, secrets)).toBe(`${text}${secrets.map(() => "[secret]").join(" ")}`);
});

test("errors are masked at every depth, whatever caused what", () => {
  const mask = (text: string): string => redact(text, ["s3cr3t"]);
  const deepest = Object.assign(new Error("at s3cr3t"), { cause: undefined as unknown });
  const refusal = new ApiError("GET", "/s3cr3t", 400, "s3cr3t", "s3cr3t", [], "s3cr3t", "s3cr3t", false, {
    cause: deepest,
  });
  const all = new AggregateError([refusal], "all of s3cr3t");
  const error = new InitFailedError("a", ["for s3cr3t"], {}, { cause: all });
  deepest.cause = error;
  const shown = masked(error, mask);
  expect(inspect(shown, { depth: 20 })).not.toContain("s3cr3t");
  expect(shown).toMatchObject({
    reasons: ["for [secret]"],
    cause: { errors: [{ cause: { message: "at [secret]" } }] },
  });
});

test("leaves other texts alone", () => {
  const text =
    "Check searchApiKey (MLPLANE_SEARCH_API_KEY): an admin key is needed. The bearer of bad news has the key 'a' of 3.";
  expect(redact(text, ["", "an", "a"])).toBe(text);
});

test("credentials of the configuration are secret, unless a key that is none has the same value", () => {
  expect(
    secretsOf(
      settingsOf(
        { tenantId: "sandbox", clientSecret: "sandbox", accessToken: "token" },
        { MLPLANE_SEARCH_API_KEY: "key" },
      ),
    ),
  ).toEqual(["token", "key"]);
});

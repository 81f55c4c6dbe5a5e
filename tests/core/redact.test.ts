import { secretsOf, settingsOf } from "../../provider/configuration";
import { redact } from "../../provider/core/redact";

test.each([
  ["known secrets", "key s3cr3t-value and s3cr3t-value", ["s3cr3t-value"], "key [secret] and [secret]"],
  ["the longer of two", "abcdefgh abcd", ["abcd", "abcdefgh"], "[secret] [secret]"],
  ["as it stands in a URL", "?k=a%2Fb%3Dc", ["a/b=c"], "?k=[secret]"],
  ["as it stands in JSON", String.raw`{"v":"a\"b\\c"}`, ['a"b\\c'], '{"v":"[secret]"}'],
  ["as it stands in JSON within JSON", String.raw`"{\"v\":\"ab\\\"c\"}"`, ['ab"c'], String.raw`"{\"v\":\"[secret]\"}"`],
  ["as it stands in a form", "k=a+b%2B", ["a b+"], "k=[secret]"],
  ["in base64", "c2VjcmV0LXZhbHVlPw== c2VjcmV0LXZhbHVlPw", ["secret-value?"], "[secret]== [secret]"],
  ["in base64 of URLs", "fn5-fn4_", ["~~~~~?"], "[secret]"],
  ["what is no pattern", "a+b.c* and a+b.c*", ["a+b.c*"], "[secret] and [secret]"],
  ["half a character pair", "x", ["abc\ud800"], "x"],
  ["a bearer token", "Authorization: Bearer eyJ0.eX-_~+/=", [], "Authorization: Bearer [secret]"],
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

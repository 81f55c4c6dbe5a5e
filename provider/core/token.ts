import { http, type Service } from "./http";
import { UserError } from "./errors";
import { now, timeOf } from "./time";
import { asText, isBag } from "./wire";

/** Where an access token comes from, which client credentials are exchanged for. */
export interface TokenSource {
  /** The service that issues tokens. */
  issuer: Service;
  /** The URL path of the token request. */
  path(): string;
  /** The form of the token request. */
  form(): Record<string, string>;
}

/**
 * The headers with a bearer token: one token for all calls, fetched once when many need it, renewed five minutes before
 * it expires (or after three quarters of a short life) and when it is the one that the service did not accept. Throws
 * `UserError` for an answer without a token.
 */
export function bearer(source: TokenSource, keep: (token: string) => void): Service["authorize"] {
  let token: { headers: Record<string, string>; staleAt: number } | undefined;
  let pending: Promise<Record<string, string>> | undefined;
  const fetchToken = async (tell?: (text: string) => void): Promise<Record<string, string>> => {
    const { body } = await http(source.issuer, timeOf(120_000), tell).send({
      method: "POST",
      path: source.path(),
      form: source.form(),
      repeat: "always",
    });
    const value = isBag(body) ? body["access_token"] : undefined;
    if (typeof value !== "string" || value === "")
      throw new UserError(`POST ${source.path()}: ${source.issuer.name} answered without an access_token`);
    const seconds = Number((isBag(body) && asText(body["expires_in"])) || 3600);
    const life = Number.isFinite(seconds) ? seconds * 1000 : 3_600_000;
    keep(value);
    token = {
      headers: { authorization: `Bearer ${value}` },
      staleAt: now() + Math.max(life - 300_000, life * 0.75),
    };
    return token.headers;
  };
  return async (refused, tell) => {
    if (token !== undefined && now() < token.staleAt && token.headers["authorization"] !== refused?.["authorization"])
      return token.headers;
    return (pending ??= fetchToken(tell).finally(() => (pending = undefined)));
  };
}

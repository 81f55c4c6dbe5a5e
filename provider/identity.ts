import { createRequire } from "node:module";
import { join } from "node:path";
import { asError, UserError } from "./core/errors";
import type { Service } from "./core/http";
import type { Settings } from "./core/resource";

interface Credential {
  getToken(scope: string): Promise<{ token: string; expiresOnTimestamp: number } | null>;
}

/**
 * Headers with a token of the credential chain of `@azure/identity` for a scope, fetched once when many need it, and
 * anew five minutes before it expires and when a service did not accept it. `keep` hears of every token. Throws
 * `UserError` when the package is not installed or the chain has no token.
 */
export function identity(
  { get }: Settings,
  scope: () => string,
  keep: (token: string) => void,
): NonNullable<Service["authorize"]> {
  let credential: Credential | undefined;
  let pending: Promise<Record<string, string>> | undefined;
  let token: { headers: Record<string, string>; staleAt: number } | undefined;

  const fetchToken = async (): Promise<Record<string, string>> => {
    credential ??= chain(get);
    const answer = await credential.getToken(scope()).catch((error: unknown) => {
      throw new UserError(`credential \`default\` gives no token for ${scope()}: ${asError(error).message}`, {
        cause: error,
      });
    });
    if (answer === null) throw new UserError(`credential \`default\` gives no token for ${scope()}`);
    keep(answer.token);
    token = { headers: { authorization: `Bearer ${answer.token}` }, staleAt: answer.expiresOnTimestamp - 300_000 };
    return token.headers;
  };
  return async (refused) => {
    const isFresh = token !== undefined && Date.now() < token.staleAt;
    if (isFresh && token!.headers["authorization"] !== refused?.["authorization"]) return token!.headers;
    return (pending ??= fetchToken().finally(() => (pending = undefined)));
  };
}

/** The chain: environment, workload identity, managed identity, Azure CLI and others. */
function chain(get: Settings["get"]): Credential {
  const [tenantId, clientId, authorityHost] = [get("tenantId"), get("clientId"), get("authEndpoint")];
  const library = load();
  return new library.DefaultAzureCredential({
    ...(tenantId !== undefined && { tenantId }),
    ...(clientId !== undefined && { managedIdentityClientId: clientId, workloadIdentityClientId: clientId }),
    ...(authorityHost?.startsWith("https:") === true && { authorityHost }),
  });
}

/** The library, from beside what runs or from the project's folder: a plugin is installed where nothing else is. */
function load(): typeof import("@azure/identity") {
  try {
    return require("@azure/identity");
  } catch {
    try {
      return createRequire(join(process.cwd(), "_"))("@azure/identity");
    } catch (error) {
      throw new UserError(
        "credential is `default`, which needs a package that is not installed: run `npm install @azure/identity` in " +
          "the folder of the project",
        { cause: error },
      );
    }
  }
}

import * as z from "zod";
import { errorOf } from "../core/answer";
import { ApiError, tell } from "../core/errors";
import type { Http } from "../core/http";
import { autoName, caseless, location, replace, references, resourceId } from "../core/marks";
import type { Context } from "../core/resource";
import { until } from "../core/until";
import { isBag } from "../core/wire";

/** `{P}` of document 1: where the workspaces of a resource group are. */
export const P = "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/{providerNamespace}";
/** `{W}` of document 1: one workspace. */
export const W = `${P}/workspaces/{workspace}`;

/** The version of endpoints, deployments and jobs: document 1, "Versioning". */
export const LATER_VERSION = "2024-04-01";

/** Where a resource lives, instead of what the configuration says. */
export const placed = {
  resourceGroup: z
    .string()
    .min(1)
    .optional()
    .meta({ ...replace, ...caseless })
    .describe("The resource group, where it is not the configured one."),
  subscriptionId: z
    .string()
    .min(1)
    .optional()
    .meta({ ...replace, ...caseless })
    .describe("The subscription, where it is not the configured one."),
};

/** The region of a child; `about` says which one it is where none is declared. */
export const region = (about: string) =>
  z
    .string()
    .min(1)
    .optional()
    .meta({ ...replace, ...location })
    .describe(about);

/** What every child of a workspace has. */
export const inWorkspace = {
  workspace: z
    .string()
    .min(1)
    .meta({ ...replace, ...references("ml:Workspace", { whenReplaced: "replace" }) })
    .describe("The name of the workspace."),
  ...placed,
};

/** The name of an endpoint or a deployment, which becomes part of host names. */
export const hostName = z
  .string()
  .regex(
    /^[a-zA-Z](?=.{2,31}$)[a-zA-Z0-9-]*[a-zA-Z0-9]$/,
    "must be 3 to 32 letters, digits or `-`, the first a letter, the last not `-`; set `name`",
  )
  .optional()
  .meta(autoName)
  .describe("The name; default is the Pulumi name.");

/** The argument `tags`. */
export const tags = z
  .record(z.string(), z.string())
  .optional()
  .describe("Tags, name to value; tags of others are kept.");

const ID = "(?:/[^/\\p{Cc}]+)+/?";
const idOr = (others: string, more: string): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^(?:${ID}${others})$`, "u"), `must be a resource ID, which begins with \`/\`${more}`)
    .meta(resourceId);

/** A resource ID. */
export const idOfResource = idOr("", "");
/** A resource ID of a model, an environment or code, or the address of one that many workspaces share. */
export const idOfAsset = idOr("|[A-Za-z][\\w+.-]*://[^\\p{Cc}]+", ", or the address of an asset");
/** A resource ID, or the name of a resource of the same workspace. */
export const idOrName = idOr("|[A-Za-z0-9][\\w.-]*", ", or a name");

/** The argument `identity`. */
export const identity = z
  .strictObject({
    type: z
      .string()
      .regex(
        /^(?:none|systemAssigned|userAssigned|systemAssigned, ?userAssigned)$/i,
        "must be one of `systemAssigned`, `userAssigned`, `systemAssigned,userAssigned`, `none`",
      )
      .meta(caseless)
      .describe("The kind of identity: `systemAssigned`, `userAssigned`, both with a comma, or `none`."),
    userAssignedIdentities: z
      .record(idOfResource, z.strictObject({}))
      .optional()
      .describe("The user-assigned identities: a map whose keys are resource IDs."),
  })
  .optional()
  .describe("The managed identity.");

/** The output `provisioningState`. */
export const provisioningState = z.string().describe("The state of the last operation, for example `Succeeded`.");

/** What a record without a state means. */
export const ready = { provisioningState: "Succeeded" };

/** What services add to every record and do not take back. */
export const readOnly = [
  "id",
  "type",
  "systemData",
  "etag",
  "properties.provisioningState",
  "identity.principalId",
  "identity.tenantId",
];

/** Whether a refusal only says that another operation on the resource, or on its parent, has not ended yet. */
export const isBusy = ({ status, code, reason }: ApiError): boolean => {
  const text = `${code} ${reason}`;
  if (![400, 409, 412, 423].includes(status) || /retained|\bsoft/i.test(reason)) return false;
  if (/in ?progress|another operation|operation ?cancell?ed|waiting for lock|try again later/i.test(text)) return true;
  // What others use is not free after a while.
  if (/\b(in ?use|used by|referenced|depend)/i.test(text)) return false;
  return (
    /is (being|busy|currently|still)|not (yet )?ready/i.test(text) ||
    (status !== 400 && /\b(creating|updating|deleting|scaling)\b/i.test(text))
  );
};

/** Milliseconds for which a service may keep the name of something that it has deleted. */
const KEPT = 5 * 60_000;

/** Creates what this stack had deleted before; as long as the service keeps the name, it is waited for. */
export function whenFree<T>(
  context: Context,
  http: Http,
  isTaken: (error: ApiError) => boolean,
  create: () => Promise<T>,
): Promise<T> {
  return until<T>(
    async (late) => {
      try {
        return { end: await create() };
      } catch (error) {
        const waits = context.compared !== undefined && error instanceof ApiError && isTaken(error) && !late;
        if (!waits) throw error;
        return { refusal: error };
      }
    },
    { http, what: "waiting until the name is free", patience: KEPT, progress: context.log.progress },
  );
}

/** The `provisioningErrors` of a record that `errorText` does not tell already, as text; empty when there are none. */
export function provisioningErrors(body: unknown, errorText: string): string {
  const properties = isBag(body) && isBag(body["properties"]) ? body["properties"] : {};
  const errors = properties["provisioningErrors"];
  return tell(
    (Array.isArray(errors) ? errors : [])
      .map(errorOf)
      .filter(({ code, message }) => !errorText.includes(message === "" ? code : message)),
  );
}

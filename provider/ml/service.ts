import { plainForm } from "../core/form";
import { defineService, passing, REFER, type ServiceDefinition, type Setting } from "../core/service";
import { ownNotFound } from "../core/notThere";
import { checkCaller, credentials } from "../issuer";

declare module "../core/settings" {
  interface Services {
    ml: true;
    model: true;
    scoring: true;
    agent: true;
  }
}

/** The configuration keys of document 1. */
export const settings = {
  mlEndpoint: { description: "The address of ML resource management, `{base_url}` of document 1.", address: true },
  modelEndpoint: {
    description: "The address of the model registry, `{model_url}` of document 1; default is `mlEndpoint`.",
    like: "mlEndpoint",
    address: true,
  },
  tokenResource: { description: "The `resource` of a token request; default is `mlEndpoint`.", like: "mlEndpoint" },
  scoringResource: {
    description:
      "The `resource` of a token for online endpoints with the authMode `AADToken`; default is `tokenResource`.",
    like: "tokenResource",
  },
  accessToken: {
    description: "A ready bearer token for ML resource management, instead of client credentials.",
    secret: true,
  },
  subscriptionId: { description: "The subscription of ML resources." },
  resourceGroup: { description: "The resource group of ML resources." },
  providerNamespace: {
    description: "The provider namespace in the paths of ML resources.",
    default: "Provider.MachineLearningServices",
  },
  agentEndpoint: { description: "The address of the agent service, `{agent_url}` of document 1.", address: true },
  agentApiKey: { description: "The API key of the agent service.", secret: true },
} as const satisfies Record<string, Setting>;

/** A token for the `resource` that a key names; the ready one is for ML resource management. */
const tokenFor =
  (key: "tokenResource" | "scoringResource"): NonNullable<ServiceDefinition["authorize"]> =>
  ({ get, need }, tokens) => {
    const token = tokens(() => ({ resource: need(key) }));
    return async (refused, tell) => {
      const fixed = get(key) === get("tokenResource") ? get("accessToken") : undefined;
      return fixed === undefined ? token(refused, tell) : { authorization: `Bearer ${fixed}` };
    };
  };

const management = {
  needs: (get) => [
    "mlEndpoint",
    "subscriptionId",
    "resourceGroup",
    ...(get("accessToken") === undefined ? credentials(get) : []),
  ],
  authorize: tokenFor("tokenResource"),
  apiVersion: "2023-10-01",
  passing,
  advice: ({ status }, { get }) =>
    status === 401 || status === 403
      ? get("accessToken") === undefined
        ? checkCaller(get, "its role in the resource group (AzureML Data Scientist or Contributor)")
        : "Check accessToken, and the role in the resource group of whom it is for."
      : status === 404
        ? REFER
        : undefined,
  form: {
    ...plainForm,
    operations: ["azure-asyncoperation", ...plainForm.operations],
    saysNotThere: ownNotFound({ bare: true, requestIds: ["x-ms-request-id", "x-ms-correlation-request-id"] }),
  },
} satisfies Partial<ServiceDefinition>;

/** ML resource management. */
export const ml = defineService({ ...management, name: "the ML service", address: "mlEndpoint" });

/** The registry of models. */
export const model = defineService({ ...management, name: "the model registry", address: "modelEndpoint" });

/**
 * Online endpoints, called at addresses that ML resource management gives, with credentials of theirs or a token of the
 * identity provider; a queue of their own lets latencies be measured.
 */
export const scoring = defineService({
  name: "the online endpoint",
  needs: () => [],
  authorize: tokenFor("scoringResource"),
  passing,
  queue: "scoring",
  form: plainForm,
});

/** The agent service. */
export const agent = defineService({
  name: "the agent service",
  address: "agentEndpoint",
  needs: () => ["agentEndpoint", "agentApiKey"],
  authorize:
    ({ need }) =>
    async () => ({ "api-key": need("agentApiKey") }),
  passing,
  form: plainForm,
});

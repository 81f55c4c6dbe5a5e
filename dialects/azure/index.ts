import type { Dialect } from "../dialect";
import { agentRoutes, localRoutes } from "./local";
import { knowledgeRoutes } from "./knowledge";
import { mlRoutes } from "./ml";
import { mistakes } from "./mistakes";
import { otherCollections, searchRoutes } from "./search";

/** Azure Machine Learning, Azure AI Search and Foundry Local. */
export const azure = (): Dialect => ({
  defaults: {
    mlEndpoint: "https://management.azure.com",
    authEndpoint: "https://login.microsoftonline.com",
    tokenResource: "https://management.azure.com",
    scoringResource: "https://ml.azure.com",
    providerNamespace: "Microsoft.MachineLearningServices",
    searchScope: "https://search.azure.com/.default",
    credential: "default",
  },
  behaviour: { localErrors: "text", sourceKinds: ["indexedOneLake"] },
  phrases: { CompatService: "OpenAIService" },
  routes: [...searchRoutes, ...knowledgeRoutes(), ...mlRoutes(), ...agentRoutes, ...localRoutes, ...otherCollections],
  mistakes: mistakes(),
  // The issuer's first version knows no scopes.
  token: ({ scope, ...what }) =>
    scope === undefined ? what : { ...what, resource: scope.replace(/\/\.default$/, "") },
  owns: ({ hostname }) => CLOUDS.test(hostname),
  speaks: ({ status, code, reason }) =>
    (status === 404 && (code === "InvalidResourceNamespace" || `${code}${reason}` === "")) ||
    /Microsoft\.(MachineLearningServices|Azure\.Search)|azureOpenAI|azureBlob/.test(reason),
  isForeign: ({ status, code, reason }) =>
    (status === 404 && /^(not.?found)?$/i.test(code) && !/\bno \w+|not found|does not exist/i.test(reason)) ||
    /Provider\.(MachineLearningServices|Search)|embeddingService|rawContent/.test(reason),
});

/** The public cloud and the others. */
const CLOUDS = /(^|\.)(azure|windows)\.(com|net|us|cn)$|(^|\.)(usgovcloudapi\.net|chinacloudapi\.cn)$/;

import type { ServiceDefinition } from "./core/service";
import type { Api } from "./core/settings";
import { local } from "./local/service";
import { agent, ml, model, scoring } from "./ml/service";
import { search } from "./search/service";

/** Every service, by the name of its client. */
export const services: Record<Api, ServiceDefinition> = { ml, model, scoring, agent, search, local };

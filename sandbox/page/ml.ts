import type { Context } from "../context";
import { propertiesOf, valueAt } from "../ml/core/declared";
import { nameAndType } from "../ml/core/paths";
import type { Resource } from "../ml/core/records";
import { Resources } from "../ml/core/resources";
import { modeOf } from "../ml/endpoints/keys";
import { shareOf, sharesOf } from "../ml/endpoints/traffic";
import { progressOf } from "../ml/jobs/progress";

/** What every resource of the ML service has. */
export interface Named {
  name: string;
  /** Its `provisioningState`, or what is being done to it. */
  state: string;
}

/** A deployment with its shares of the endpoint's traffic, in percent. */
export interface Deployment extends Named {
  model: string;
  instances: string;
  live: number;
  mirror: number;
}

/** An endpoint; its keys are not told. */
export interface Endpoint extends Named {
  auth: string;
  deployments: Deployment[];
}

/** A workspace with all that is in it. */
export interface Workspace extends Named {
  id: string;
  location: string;
  computes: (Named & { type: string; size: string; nodes: string })[];
  models: { name: string; version: string; path: string }[];
  endpoints: Endpoint[];
  jobs: (Named & { type: string; compute: string })[];
}

/** All workspaces, in the order of their names. */
export function workspaces(context: Context): Workspace[] {
  const resources = new Resources(context);
  const named = (resource: Resource): Named => ({
    name: nameAndType(resource.id).name,
    state: resources.running(resource)?.work ?? resource.state,
  });
  const text = (value: unknown, path: string): string => String(valueAt(value, path) ?? "");
  const below = resources.byParent();
  const under = (id: string, kind: string): Resource[] => below(`${id}/${kind}`);

  const endpoint = (resource: Resource): Endpoint => {
    const { traffic, mirrorTraffic } = sharesOf(resource);
    const deployments = under(resource.id, "deployments").map((each) => {
      const { name, state } = named(each);
      const [model, size] = [text(each.body, "model"), text(each.body, "instanceType")];
      const instances = `${text(each.body, "instanceCount")} × ${size}`;
      return { name, state, model, instances, live: shareOf(traffic, name), mirror: shareOf(mirrorTraffic, name) };
    });
    return { ...named(resource), auth: modeOf(resource), deployments };
  };

  return resources
    .all("workspaces")
    .map((resource) => ({
      ...named(resource),
      id: resource.id,
      location: text(resource.body, "location"),
      computes: under(resource.id, "computes").map((each) => {
        const properties = propertiesOf(each.body);
        const scale = "properties.scaleSettings";
        const [least, most] = [text(properties, `${scale}.minNodeCount`), text(properties, `${scale}.maxNodeCount`)];
        const size = text(properties, "properties.vmSize");
        return { ...named(each), type: text(properties, "computeType"), size, nodes: most && `${least} to ${most}` };
      }),
      models: under(resource.id, "models").map(({ body }) => ({
        name: text(body, "name"),
        version: text(body, "version"),
        path: text(body, "path"),
      })),
      endpoints: under(resource.id, "onlineEndpoints").map(endpoint),
      jobs: under(resource.id, "jobs").map((each) => ({
        name: named(each).name,
        state: progressOf({ context, resources, shows: new Map() }, each).status,
        type: text(each.body, "properties.jobType"),
        compute: text(each.body, "properties.compute").split("/").at(-1) ?? "",
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

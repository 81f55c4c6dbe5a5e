import { connectionOf } from "../../provider/connection";
import type { Connection } from "../../provider/core/connection";
import type { Behaviour, LoggedRequest, Sandbox } from "../../sandbox";
import { freshSandbox } from "../freshSandbox";
import type { Outside } from "../fixtures/fixture";
import { outside } from "../outside";
import { configurationFor, Subject, type Kept } from "../subject";

const group = "/subscriptions/sandbox/resourceGroups/sandbox/providers";
/** JSON that is looked at member by member. */
export type Json = any;

/** The path of the workspace that every lab has. */
export const W = `${group}/Provider.MachineLearningServices/workspaces/lab`;

/** The arguments of the workspace that every lab has. */
export const workspace = {
  name: "lab",
  location: "East US",
  storageAccount: `${group}/st`,
  keyVault: `${group}/kv`,
  applicationInsights: `${group}/ai`,
  onDelete: "purge",
};
export const endpoint = { name: "serve", workspace: "lab", compute: `${W}/computes/cpu` };
export const deployment = {
  name: "blue",
  workspace: "lab",
  endpoint: "serve",
  model: `${W}/models/fraud:1`,
  instanceType: "Standard_DS3_v2",
  instanceCount: 1,
};

/** A sandbox with a workspace, used by one test. */
export class Lab {
  private constructor(
    readonly sandbox: Sandbox,
    readonly service: Outside,
  ) {}

  /** Starts a sandbox whose operations take one poll, and makes the workspace. */
  static async start(behaviour: Partial<Behaviour> = {}): Promise<Lab> {
    const sandbox = await freshSandbox({ behaviour: { polls: 0, ...behaviour } });
    const lab = new Lab(sandbox, outside(sandbox));
    await lab.make("Workspace", workspace);
    return lab;
  }

  /** The verbs of a class. */
  of(name: string): Subject {
    return new Subject(`ml:${name}`, this.sandbox);
  }

  make(name: string, inputs: object): Promise<Kept> {
    return this.of(name).create(inputs);
  }

  /** A model, the endpoint `serve`, and deployments of these names with these environment variables. */
  async serve(deployments: Record<string, Record<string, string>> = {}, more: object = {}): Promise<Kept> {
    await this.make("Model", { name: "fraud", workspace: "lab", version: 1, path: "models/fraud/1" });
    const made = await this.make("OnlineEndpoint", { ...endpoint, ...more });
    for (const [name, environmentVariables] of Object.entries(deployments))
      await this.make("OnlineDeployment", { ...deployment, name, environmentVariables });
    return made;
  }

  /** The endpoint's record, as its service shows it. */
  async live(id = `${W}/onlineEndpoints/serve`): Promise<Json> {
    return (await this.service.send("GET", id)) as Json;
  }

  /** The requests so far that match `METHOD path`. */
  sent(pattern: RegExp): LoggedRequest[] {
    return this.sandbox.requests.filter(({ method, path }) => pattern.test(`${method} ${path}`));
  }

  /** A connection to the sandbox, for functions. */
  get connection(): Connection {
    return connectionOf(configurationFor(this.sandbox));
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

/** What a promise rejects with. */
export const errorOf = async (
  promise: Promise<unknown>,
): Promise<Error & { reasons?: string[]; properties?: Json; id?: string }> =>
  promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: Error) => error,
  );

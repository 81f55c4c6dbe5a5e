import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf } from "../../provider/core/marks";
import { resources } from "../../provider/resources";
import { home, Stack, type StateResource } from "./stack";

/** The outputs of each kind, which a program asks the engine for. */
const OUTPUTS = Object.fromEntries(
  resources.map(({ kind, inputs, outputs }) => [kind, Object.keys({ ...fieldsOf(inputs), ...fieldsOf(outputs) })]),
);

/** The folder of the installed package's plugin. */
export const pluginFolder = join(home ?? "", "node_modules", "mlplane", "dist", "plugin");

/** A project whose programs declare the plugin's resources: each class is one line, as generated ones are. */
export class NativeStack extends Stack {
  constructor(variables: Record<string, string> = {}) {
    super(variables);
    writeFileSync(
      join(this.folder, "Pulumi.yaml"),
      "name: test\nruntime: nodejs\nmain: index.js\n" +
        `plugins:\n  providers:\n    - name: mlplane\n      path: ${pluginFolder}\n`,
    );
  }

  /** Writes the program; `resource` declares one; `Provider` and `invoke` are there, and `mlplane` as in others. */
  override program(text: string): this {
    writeFileSync(
      join(this.folder, "index.js"),
      `const pulumi = require("@pulumi/pulumi");
const outputs = ${JSON.stringify(OUTPUTS)};
class Native extends pulumi.CustomResource {
  constructor(kind, name, args, opts) {
    const props = Object.fromEntries((outputs[kind] || []).map((key) => [key, undefined]));
    super("mlplane:" + kind, name, { ...props, ...args }, opts);
  }
}
class Provider extends pulumi.ProviderResource {
  constructor(name, args, opts) { super("mlplane", name, args, opts); }
}
const resource = (kind, name, args, opts) => new Native(kind, name, args, opts);
const classes = (service) =>
  new Proxy({}, { get: (_, name) => function (...given) { return resource(service + ":" + name, ...given); } });
const mlplane = { Provider, ml: classes("ml"), search: classes("search"), local: classes("local") };
const invoke = (name, args, opts) => pulumi.runtime.invokeOutput("mlplane:" + name, args, opts || {});
${text}
`,
    );
    return this;
  }

  /** The resources of the plugin in the state. */
  override async resources(): Promise<StateResource[]> {
    return (await this.state()).filter(({ type }) => type.startsWith("mlplane:"));
  }
}

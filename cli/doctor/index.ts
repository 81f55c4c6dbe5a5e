import { keys, unknownKeys, unknownVariables, variableOf, type Configuration } from "../../provider/configuration";
import { connectionOf } from "../../provider/connection";
import { didYouMean } from "../../provider/core/didYouMean";
import { asError } from "../../provider/core/errors";
import { configurationIn } from "../import/basis";
import { Pulumi, type ConfigurationValues, type StackOptions } from "../pulumi";
import { plugin } from "./plugin";
import { services, type Check } from "./services";

/** The oldest Pulumi CLI that does all that the package relies on. */
const OLDEST_CLI = [3, 227];
/** The oldest Node.js that runs the package. */
const OLDEST_NODE = [20, 19];

/**
 * Checks the tools, the configuration and every configured service, and prints one line for each.
 * @returns the exit status: 0 when all is well, else 1.
 */
export async function doctor(options: StackOptions): Promise<number> {
  const pulumi = new Pulumi(options);
  const tools = [node(), await cli(new Pulumi({})), await plugin(pulumi, options)];
  const { stackChecks, configuration } = await configured(pulumi, options);
  const checks = [
    ...tools,
    ...stackChecks,
    ...misspeltVariables(),
    { state: "well" as const, text: `dialect: ${connectionOf(configuration).settings.get("dialect")}` },
    ...(await Promise.all(services.map((service) => service(configuration)))),
  ];
  for (const one of checks) console.log(line(one));
  return checks.some(({ state }) => state === "wrong") ? 1 : 0;
}

const signs: Record<Check["state"], string> = { well: "✓", wrong: "✗", absent: "–" };
const line = ({ state, text }: Check): string => `${signs[state]} ${text.replaceAll("\n", "\n  ")}`;

function node(): Check {
  const isNew = isAtLeast(process.versions.node, OLDEST_NODE);
  return {
    state: isNew ? "well" : "wrong",
    text: `Node.js ${process.versions.node}${isNew ? "" : `: install ${OLDEST_NODE.join(".")} or newer`}`,
  };
}

async function cli(pulumi: Pulumi): Promise<Check> {
  try {
    const version = (await pulumi.output(["version"])).trim().replace(/^v/, "");
    const isNew = isAtLeast(version, OLDEST_CLI);
    return {
      state: isNew ? "well" : "wrong",
      text: `Pulumi CLI ${version}${isNew ? "" : `: install ${OLDEST_CLI.join(".")} or newer`}`,
    };
  } catch (error) {
    return { state: "wrong", text: `Pulumi CLI: ${asError(error).message}` };
  }
}

/** The configuration of the stack, if there is one here, over the environment. */
async function configured(
  pulumi: Pulumi,
  { stack, cwd }: StackOptions,
): Promise<{ stackChecks: Check[]; configuration: Configuration }> {
  try {
    const values = await pulumi.configuration();
    const configuration = configurationIn(values);
    const name = stack ?? (await pulumi.stackName());
    const count = Object.keys(configuration).length;
    const text = `configuration: stack ${name} (${count} keys of mlplane), then the environment`;
    return { stackChecks: [{ state: "well", text }, ...misspelt(values)], configuration };
  } catch (error) {
    const isWanted = stack !== undefined || cwd !== undefined;
    return {
      stackChecks: [
        {
          state: isWanted ? "wrong" : "absent",
          text: `configuration: the environment alone; ${asError(error).message}`,
        },
      ],
      configuration: {},
    };
  }
}

/** The values under keys of the package that it does not have. */
export const misspelt = (values: ConfigurationValues): Check[] =>
  unknownKeys(values).map((key) => ({
    state: "wrong",
    text: `configuration: mlplane:${key} is no key of mlplane${didYouMean(key, Object.keys(keys))}`,
  }));

/** The variables under the package's prefix that it does not have. */
const misspeltVariables = (): Check[] =>
  unknownVariables().map((name) => ({
    state: "wrong",
    text: `environment: ${name} is no variable of mlplane${didYouMean(name, Object.keys(keys).map(variableOf))}`,
  }));

const isAtLeast = (version: string, [major, minor]: readonly number[]): boolean => {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major! || (ownMajor === major && ownMinor >= minor!);
};

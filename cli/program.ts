import { Command, Option } from "commander";
import { dialects } from "../dialects";

/** The command `mlplane`. What a subcommand needs is loaded when it is called. */
export function program(): Command {
  const mlplane = new Command("mlplane")
    .description("Commands beside Pulumi's own for the resources of mlplane.")
    .version(versionOf("mlplane"));

  mlplane
    .command("sandbox")
    .description(
      "Runs the three services on one address, for tests and trials, until it is interrupted. A browser shows there " +
        "what they hold.",
    )
    .addOption(new Option("--port <port>", "the port on 127.0.0.1").default("5272"))
    .option("--data <file>", "keeps what the services hold in this file")
    .addOption(
      new Option("--tier <tier>", "the tier of the search service, which limits its rate").choices([
        "free",
        "basic",
        "standard",
        "storageOptimized",
      ]),
    )
    .option("--latency <milliseconds>", "delays every answer")
    .addOption(
      new Option("--dialect <dialect>", "how the services speak, when not as in the documents").choices(
        Object.keys(dialects),
      ),
    )
    .addHelpText("after", "\nExit status: 0 when it was interrupted, 1 when it could not start.")
    .action(async (options) => end(await (require("./sandbox") as typeof import("./sandbox")).sandbox(options)));

  ofStack(mlplane.command("drift"))
    .description(
      "Lists every resource that is missing or differs at its service from what the last `pulumi up` declared. " +
        "Changes nothing. After a `pulumi refresh`, which keeps what it finds as the state, `pulumi preview` " +
        "tells the difference.",
    )
    .addOption(
      new Option("--format <format>", "the form of the report")
        .choices(["text", "markdown", "json", "html"])
        .default("text"),
    )
    .option("--output <file>", "writes the report to this file")
    .option(
      "--run-program",
      "takes the configuration of providers from the program instead of the state, when credentials have " +
        "changed since the last `up`",
    )
    .addHelpText("after", "\nExit status: 0 no drift, 2 drift, 1 it could not tell (drift wins).")
    .action(async (options) => end(await (require("./drift") as typeof import("./drift")).drift(options)));

  ofStack(mlplane.command("import"))
    .description(
      "Puts existing resources under a stack's care without touching them, and prints the program that declares them.",
    )
    .argument("[class]", "the class, for example `search.Index`")
    .argument("[name]", "the Pulumi name that the resource gets")
    .argument("[id]", "the id of the resource, for example `/indexes/products`")
    .option("--all", "imports all that a service lists, and not one resource")
    .addOption(new Option("--service <service>", "the service, with --all").choices(["ml", "search", "local"]))
    .option(
      "--provider <urn>",
      "the URN of the mlplane.Provider in the stack that the resources get; default is the default provider",
    )
    .addHelpText("after", "\nExit status: 0 imported, 1 an error; then nothing is changed.")
    .action(async (className, name, id, options) =>
      end(await (require("./import") as typeof import("./import")).importResources([className, name, id], options)),
    );

  const plugin = mlplane.command("plugin").description("The plugin, by which programs in other languages run.");
  plugin
    .command("install")
    .description("Installs the plugin of this version where the Pulumi CLI looks for it.")
    .addHelpText("after", "\nExit status: 0 installed, 1 an error.")
    .action(async () => end(await (require("./plugin") as typeof import("./plugin")).install()));
  plugin
    .command("path")
    .description("Prints the plugin's file: for `pulumi package add`, and its folder for `plugins` in Pulumi.yaml.")
    .addHelpText("after", "\nExit status: 0 printed, 1 an error.")
    .action(() => end((require("./plugin") as typeof import("./plugin")).path()));

  ofStack(mlplane.command("doctor"))
    .description(
      "Checks the tools and the configuration, and that each configured service answers and accepts the credentials.",
    )
    .addHelpText("after", "\nExit status: 0 all is well, 1 something is not; its line says what to do.")
    .action(async (options) => end(await (require("./doctor") as typeof import("./doctor")).doctor(options)));

  return mlplane;
}

const ofStack = (command: Command): Command =>
  command
    .option("--stack <name>", "the stack; default is the selected one")
    .option("--cwd <folder>", "the folder of the project; default is the current one");

const end = (status: number): void => void (process.exitCode = status);

const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

// The page of the command `mlplane`, from its own definition.
import { createRequire } from "node:module";
import { table } from "./schema.mjs";

const require = createRequire(import.meta.url);

/** The page of all commands. */
export function commandsPage() {
  const { program } = require("../../dist/cli/program.js");
  const mlplane = program();
  return `${["# Commands", mlplane.description(), ...mlplane.commands.map(section)].join("\n\n")}\n`;
}

function section(command) {
  const { args, options } = command
    .createHelp()
    .visibleOptions(command)
    .reduce((all, option) => ({ ...all, options: [...all.options, option] }), {
      args: command.registeredArguments,
      options: [],
    });
  const rows = [
    ...args.map((argument) => [`\`${argument.name().toUpperCase()}\``, argument.description]),
    ...options
      .filter(({ long }) => long !== "--help")
      .map((option) => [
        `\`${option.flags}\``,
        `${option.description}${option.argChoices === undefined ? "" : `: ${option.argChoices.map((choice) => `\`${choice}\``).join(", ")}`}${option.defaultValue === undefined ? "" : `; default \`${option.defaultValue}\``}`,
      ]),
  ];
  return [
    `## mlplane ${command.name()}`,
    `\`mlplane ${command.name()} ${command.usage()}\``,
    command.description(),
    table(["option", "description"], rows),
    ...notesOf(command),
  ].join("\n\n");
}

/** What the help adds below the options. */
function notesOf(command) {
  const texts = [];
  command.emit("afterHelp", { error: false, command, write: (text) => texts.push(text) });
  return texts.map((text) => text.trim());
}

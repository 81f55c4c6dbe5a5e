// The page of the command `mlplane`, from its own definition.
import { program } from "../definitions.mjs";
import { table } from "./schema.mjs";

/**
 * @typedef {import("commander").Command} Command
 * @typedef {import("commander").Option} Option
 */

/** The page of all commands. */
export function commandsPage() {
  const mlplane = program();
  return `${["# Commands", mlplane.description(), ...mlplane.commands.map(section)].join("\n\n")}\n`;
}

/** @param {Command} command */
function section(command) {
  const options = command.createHelp().visibleOptions(command);
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argument.name().toUpperCase()}\``, argument.description]),
    ...options.filter(({ long }) => long !== "--help").map((option) => [`\`${option.flags}\``, about(option)]),
  ];
  return [
    `## mlplane ${command.name()}`,
    `\`mlplane ${command.name()} ${command.usage()}\``,
    command.description(),
    table(["option", "description"], rows),
    ...notesOf(command),
  ].join("\n\n");
}

/** @param {Option} option */
function about({ description, argChoices, defaultValue }) {
  const choices = argChoices === undefined ? "" : `: ${argChoices.map((choice) => `\`${choice}\``).join(", ")}`;
  return `${description}${choices}${defaultValue === undefined ? "" : `; default \`${defaultValue}\``}`;
}

/**
 * What the help adds below the options.
 * @param {Command} command
 */
function notesOf(command) {
  /** @type {string[]} */
  const texts = [];
  const emitter = /** @type {import("node:events").EventEmitter} */ (/** @type {unknown} */ (command));
  emitter.emit("afterHelp", { error: false, command, write: (/** @type {string} */ text) => texts.push(text) });
  return texts.map((text) => text.trim());
}

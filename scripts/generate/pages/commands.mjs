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
  const all = mlplane.commands.flatMap((command) => sections(command, "mlplane"));
  return `${["# Commands", mlplane.description(), ...all].join("\n\n")}\n`;
}

/**
 * The sections of a command, or of those that it has.
 * @param {Command} command
 * @param {string} before what stands before its name
 * @returns {string[]}
 */
function sections(command, before) {
  const name = `${before} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => sections(one, name));
  const options = command.createHelp().visibleOptions(command);
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argument.name().toUpperCase()}\``, argument.description]),
    ...options.filter(({ long }) => long !== "--help").map((option) => [`\`${option.flags}\``, about(option)]),
  ];
  return [
    [
      `## ${name}`,
      ...(rows.length > 0 ? [`\`${name} ${command.usage()}\``] : []),
      command.description(),
      ...(rows.length > 0 ? [table(["option", "description"], rows)] : []),
      ...notesOf(command),
    ].join("\n\n"),
  ];
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

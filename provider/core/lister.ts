import * as z from "zod";
import { declarable } from "./compare";
import { defineFunction, type FunctionDefinition } from "./function";
import { fieldsOf, nodeOf } from "./marks";
import type { ResourceDefinition } from "./resource";
import { namesIn } from "./url";
import { present, type Bag } from "./wire";

/**
 * The function that lists the resources of a definition, flat like the outputs of their class, if there is one. Its
 * arguments are those that say in the id where a resource is.
 */
export function lister({
  kind,
  listed,
  idForm,
  inputs,
  outputs,
  apis,
  list,
  derive,
}: ResourceDefinition): FunctionDefinition[] {
  if (listed === undefined || list === undefined) return [];
  const [namespace, name] = kind.split(":") as [string, string];
  const sent = Object.entries(fieldsOf(inputs)).filter(([, field]) => nodeOf(field).marks.unsent !== true);
  const places = namesIn(idForm).slice(0, -1);
  const declared = z.object(Object.fromEntries(sent)) as z.ZodObject;
  return [
    defineFunction({
      kind: `${namespace}:list${plural(name)}`,
      description: listed,
      args: z.strictObject(Object.fromEntries(sent.filter(([key]) => places.includes(key)))),
      result: z.array(
        z.object({
          id: z.string().describe("The id, as the class has it."),
          ...declared.partial().shape,
          ...outputs.partial().shape,
        }),
      ),
      apis,
      call: async (where, context) =>
        (await list(where, context)).map((live) => {
          const values = declarable(declared, live.inputs) as Bag;
          return { id: live.id, ...values, ...derive?.(values, context.settings), ...present(live.outputs) };
        }),
    }) as unknown as FunctionDefinition,
  ];
}

/** The plural of the name of a class. */
const plural = (name: string): string => (/(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`);

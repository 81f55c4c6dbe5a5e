import * as z from "zod";
import { declarable } from "./compare";
import { defineFunction, type FunctionDefinition } from "./function";
import { fieldsOf, nodeOf } from "./marks";
import type { Context, ResourceDefinition } from "./resource";
import { present, type Bag } from "./wire";

/** A function that lists the resources of a definition, flat like the outputs of their class; `args` say where. */
export function lister<A extends z.ZodObject>(
  kind: string,
  description: string,
  args: A,
  definition: unknown,
): FunctionDefinition<A, z.ZodArray> {
  const { inputs, outputs, list, derive, apis } = definition as ResourceDefinition;
  const sent = Object.entries(fieldsOf(inputs)).filter(([, field]) => nodeOf(field).marks.unsent !== true);
  const declared = z.object(Object.fromEntries(sent)) as z.ZodObject;
  return defineFunction({
    kind,
    description,
    args,
    result: z.array(
      z.object({
        id: z.string().describe("The id, as the class has it."),
        ...declared.partial().shape,
        ...outputs.partial().shape,
      }),
    ),
    apis,
    call: async (where, context: Context) =>
      (await list!(where, context)).map((live) => {
        const values = declarable(declared, live.inputs) as Bag;
        return { id: live.id, ...values, ...derive?.(values, context.settings), ...present(live.outputs) };
      }),
  });
}

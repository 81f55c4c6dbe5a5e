import * as z from "zod";
import { declarable } from "../core/compare";
import { defineFunction } from "../core/function";
import { fieldsOf, nodeOf } from "../core/marks";
import type { Api, Context, ResourceDefinition } from "../core/resource";
import type { Bag } from "../core/wire";
import { compute } from "./compute";
import { job } from "./job";
import { model } from "./model";
import { inWorkspace, placed } from "./shared";
import { workspace } from "./workspace";

const inGroup = z.strictObject(placed);
const ofWorkspace = z.strictObject(inWorkspace);

export const listWorkspaces = lister("ml:listWorkspaces", "The workspaces of a resource group: document 1, \"List workspaces\"; all pages.", inGroup, "ml", workspace);
export const listModels = lister("ml:listModels", "The registered models of a workspace: document 1, \"List models\"; all pages.", ofWorkspace, "model", model);
export const listComputes = lister("ml:listComputes", "The compute resources of a workspace: document 1, \"List computes\"; all pages.", ofWorkspace, "ml", compute);
export const listJobs = lister("ml:listJobs", "The jobs of a workspace: document 1, \"List jobs\"; all pages.", ofWorkspace, "ml", job);

/** A function that lists resources, flat like the outputs of their class. */
function lister<A extends z.ZodObject>(kind: string, description: string, args: A, api: Api, definition: unknown) {
  const { inputs, outputs, list, derive } = definition as ResourceDefinition;
  const sent = Object.entries(fieldsOf(inputs)).filter(([, field]) => nodeOf(field).marks.unsent !== true);
  const declared = z.object(Object.fromEntries(sent)) as z.ZodObject;
  return defineFunction({
    kind,
    description,
    args,
    result: z.array(z.object({ id: z.string().describe("The resource ID."), ...declared.partial().shape, ...outputs.partial().shape })),
    apis: [api],
    call: async (where, context: Context) =>
      (await list!(where, context)).map((live) => {
        const values = declarable(declared, live.inputs) as Bag;
        return { id: live.id, ...values, ...derive?.(values, context.settings), ...present(live.outputs) };
      }),
  });
}

const present = (values: Bag): Bag => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

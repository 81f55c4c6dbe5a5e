import { differences, project } from "./compare";
import { UserError } from "./errors";
import { fieldsOf, nodeOf } from "./marks";
import { nameReplaced } from "./physicalName";
import { placesIn } from "./place";
import { ExistsError, GoneError, type Context, type Live, type ResourceDefinition } from "./resource";
import { unready } from "./state";
import { LOOKS, until } from "./until";
import { present, type Bag } from "./wire";

/**
 * Creates a resource, or takes over one that exists by the rule of `adopt`. Throws `UserError` where the rule forbids
 * it, and what the create throws.
 */
export async function createOrAdopt(definition: ResourceDefinition, inputs: Bag, context: Context): Promise<Live> {
  const existing = await definition.find?.(inputs, context);
  if (existing !== undefined) return adopt(definition, inputs, { live: existing, mayBeOurs: false }, context);
  try {
    return await definition.create(inputs, context);
  } catch (error) {
    if (error instanceof ExistsError) return adopt(definition, inputs, error, context);
    throw error;
  }
}

async function adopt(
  definition: ResourceDefinition,
  inputs: Bag,
  { live, mayBeOurs, cause }: Pick<ExistsError, "live" | "mayBeOurs" | "cause">,
  context: Context,
): Promise<Live> {
  const rule = (inputs["adopt"] ?? context.settings.get("adopt") ?? "identical") as string;
  const projectedInputs = projected(definition, inputs, {
    ...placesIn(definition, live.id, context.settings),
    ...live.inputs,
  });
  const differingPaths = differences(inputs, projectedInputs);
  const failing = unready(definition, { ...inputs, ...live.outputs });
  if (rule === "never" && !mayBeOurs)
    throw new UserError(`${live.id} exists already, and \`adopt\` is \`never\``, { cause });
  if (differingPaths.length > 0 && rule !== "always") {
    throw new UserError(
      `${live.id} exists already and differs from the declaration at ${differingPaths.join(", ")}. Set \`adopt: ` +
        `"always"\` to take it over and change it, or bring it under the stack's care as it is with \`mlplane ` +
        `import\`.`,
      { cause },
    );
  }
  const replaced = differingPaths.filter(
    (path) => nodeOf(fieldsOf(definition.inputs)[path.split(/[.[]/)[0]!]!).marks.replace === true,
  );
  const fixed = [
    ...replaced,
    ...[...(definition.rebuilds?.(projectedInputs, inputs) ?? [])].map(({ reason }) => reason),
  ];
  if (fixed.length > 0)
    throw new UserError(
      `${live.id} exists already and differs at ${fixed.join(", ")}, which cannot be changed in place. Delete ` +
        "it, or declare what it has.",
      { cause },
    );
  const changes = differingPaths.length > 0 ? `, and changed ${differingPaths.join(", ")}` : "";
  if (!mayBeOurs) context.log.info(`took over ${live.id}, which exists already${changes}`);
  // What goes back to the name it had may find an object whose delete has begun, whatever a look shows: a write tells.
  const returns = inputs["name"] !== undefined && nameReplaced(context.compared?.olds ?? {}) === inputs["name"];
  if (returns && definition.update !== undefined) return bring(definition, live.id, inputs, {}, context);
  // What the service does not show may differ all the same: `always` writes it.
  if ((rule !== "always" && differingPaths.length === 0 && failing === undefined) || definition.update === undefined)
    return live;
  return bring(definition, live.id, inputs, projectedInputs, context);
}

/** Updates a resource; one that is gone goes through its own create, and is updated again where that is refused. */
export function bring(
  definition: ResourceDefinition,
  id: string,
  inputs: Bag,
  olds: Bag,
  context: Context,
): Promise<Live> {
  if (definition.update === undefined) throw new Error(`${definition.kind} has no update`);
  return until<Live>(
    async (_, tries) => {
      try {
        return { end: await definition.update!(id, inputs, olds, context) };
      } catch (error) {
        if (!(error instanceof GoneError)) throw error;
        context.log.info(`${id} is gone; creating it again`);
      }
      try {
        return { end: await definition.create(inputs, context) };
      } catch (error) {
        if (!(error instanceof ExistsError) || tries >= LOOKS) throw error;
        return { refusal: error };
      }
    },
    { http: context[definition.apis[0]!], what: `updating ${id}` },
  );
}

/** What the live resource says about what is declared. */
export const projected = (definition: ResourceDefinition, declared: Bag, live: Bag): Bag =>
  present(project(definition.inputs, declared, live) as Bag);

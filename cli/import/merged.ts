import { UserError } from "../../provider/core/errors";
import type { Pulumi, State, StateResource } from "../pulumi";

/**
 * Puts entries into the state of a stack as it is at that moment: `entriesFor` gives them for the resources that are in
 * it then. Throws an error when an update of the stack ended meanwhile, or when anything is missing afterwards.
 */
export async function mergeInto(
  pulumi: Pulumi,
  entriesFor: (existing: readonly StateResource[]) => Promise<StateResource[]>,
): Promise<void> {
  const last = await pulumi.lastUpdate();
  let wanted: StateResource[] = [];
  // The command starts before the state is read, so that next to no time passes between its reading and its writing,
  // for which it takes the lock of the stack.
  const merged = async (): Promise<string> => {
    const { exported, resources } = await pulumi.state();
    wanted = [...resources, ...(await entriesFor(resources))];
    const whole: State["exported"] = { ...exported, deployment: { ...exported.deployment, resources: wanted } };
    return JSON.stringify(whole);
  };
  await pulumi.output(["stack", "import"], merged());
  const [{ resources }, lastNow] = await Promise.all([pulumi.state(), pulumi.lastUpdate()]);
  const there = new Set(resources.map(keyOf));
  if (lastNow !== last || !wanted.every((one) => there.has(keyOf(one))))
    throw new UserError(
      "an update of the stack ended while its state was written, and one may have undone the other: look at " +
        "`pulumi stack --show-ids`, run `pulumi refresh`, and import again what is missing",
    );
}

/** What tells an entry of the state from the others; one that is being replaced is there twice. */
const keyOf = ({ urn, id }: StateResource): string => JSON.stringify([urn, id]);

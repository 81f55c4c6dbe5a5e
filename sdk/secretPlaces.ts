import * as pulumi from "@pulumi/pulumi";
import { DEPTH } from "../provider/core/check";
import { isData } from "../provider/core/secrets";

/** Names and positions that lead to a value among arguments. */
type Place = string[];

/**
 * The places at which the program has marked arguments as secret, so that messages leave these values out; nothing when
 * none is. Throws an error for arguments that are nested too deeply to be looked at.
 */
export function secretPlaces(args: pulumi.Inputs): Promise<Place[] | undefined> | undefined {
  const outputs = outputsIn(args, []);
  if (outputs.length === 0) return undefined;
  const places = Promise.all(outputs.map(async ([place, output]) => ((await pulumi.isSecret(output)) ? [place] : [])));
  return places.then((all) => (all.flat().length === 0 ? undefined : all.flat()));
}

function outputsIn(value: unknown, place: Place): [Place, pulumi.Output<unknown>][] {
  if (pulumi.Output.isInstance(value)) return [[place, value]];
  if (typeof value !== "object" || value === null || !isData(value)) return [];
  if (place.length > DEPTH) throw new pulumi.RunError(`${place[0]}: must be nested at most ${DEPTH} levels deep`);
  return Object.entries(value).flatMap(([name, item]) => outputsIn(item, [...place, name]));
}

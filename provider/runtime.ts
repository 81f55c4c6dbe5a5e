import type * as dynamic from "@pulumi/pulumi/dynamic";
import { keys, type Configuration } from "./configuration";
import { connectionOf } from "./connection";
import { UserError } from "./core/errors";
import type { Connection } from "./core/connection";
import { endWithEngine } from "./core/orphan";
import { plain, type Bag } from "./core/wire";
import { spoken } from "./dialect";
import * as face from "./faces/dynamic";
import { resources } from "./resources";

endWithEngine(face.address);

/**
 * The dynamic provider of a kind, for example `"search:Index"`. The text stored in the state of every resource calls
 * it: it is never renamed and never removed. Throws an error for a kind that this version does not know.
 */
export function provider(kind: string): dynamic.ResourceProvider {
  const definition = resources.find((one) => one.kind === kind);
  if (definition === undefined)
    throw new UserError(`this version of mlplane does not know ${kind}; a newer one made this state`);
  let configuration: Configuration = {};
  const connection = (): Connection => connectionOf(configuration);
  return {
    async configure({ config }) {
      const entries = Object.keys(keys).flatMap((key) => {
        const value = plain(config.get(`mlplane:${key}`) ?? null);
        return value === null ? [] : [[key, String(value)]];
      });
      configuration = Object.fromEntries(entries) as Configuration;
    },
    check: (olds: Bag, news: Bag) => face.check(spoken(definition, connection().settings), olds, news, connection()),
    diff: (id: string, olds: Bag, news: Bag) => face.diff(definition, id, olds, news, connection()),
    create: (news: Bag) => face.create(definition, news, connection()),
    read: (id: string, props: Bag) => face.read(definition, id, props, connection()),
    update: (id: string, olds: Bag, news: Bag) => face.update(definition, id, olds, news, connection()),
    delete: (id: string, props: Bag) => face.remove(definition, id, props, connection()),
  };
}

import type * as dynamic from "@pulumi/pulumi/dynamic";
import { keys, type Configuration } from "./configuration";
import { connectionOf } from "./connection";
import { UserError } from "./core/errors";
import * as lifecycle from "./core/lifecycle";
import type { Connection } from "./core/lifecycle";
import { logOf, stackOfRun } from "./core/log";
import { endWithEngine } from "./core/orphan";
import * as ownership from "./core/ownership";
import * as plan from "./core/plan";
import { lineOf, urnOf } from "./core/stored";
import { plain, type Bag } from "./core/wire";
import { noteWork } from "./core/works";
import { spoken } from "./dialect";
import { resources } from "./resources";

endWithEngine(process.argv[2]);

/**
 * The dynamic provider of a kind, for example `"search:Index"`. The text stored in the state of every resource calls
 * it:
 * it is never renamed and never removed. Throws an error for a kind that this version does not know.
 */
export function provider(kind: string): dynamic.ResourceProvider {
  const definition = resources.find((one) => one.kind === kind);
  if (definition === undefined)
    throw new UserError(`this version of mlplane does not know ${kind}; a newer one made this state`);
  let configuration: Configuration = {};
  const connection = (): Connection => connectionOf(configuration);
  /** Says something on the line of a resource that a program declares. */
  const tell = async (values: Bag, lines: readonly string[]): Promise<void> => {
    const stack = lines.length === 0 ? undefined : await stackOfRun();
    if (stack !== undefined) lines.forEach(logOf(urnOf(lineOf(kind, values), stack)).info);
  };
  return {
    async configure({ config }) {
      const given = Object.keys(keys).flatMap((key) => {
        const value = plain(config.get(`mlplane:${key}`) ?? null);
        return value === null ? [] : [[key, String(value)]];
      });
      configuration = Object.fromEntries(given) as Configuration;
    },
    async check(olds: Bag, news: Bag) {
      const { settings, compared } = connection();
      const isNew = Object.keys(olds).length === 0;
      const replaced = isNew ? compared.get(lineOf(kind, news) ?? "")?.olds : undefined;
      const checked = plan.check(spoken(definition, settings), olds, news, settings, replaced);
      if (checked.failures.length > 0) return checked;
      noteWork(definition, checked.inputs, "declared", connection());
      if (isNew) await tell(checked.inputs, [...(definition.told?.({}, plain(checked.inputs) as Bag) ?? [])]);
      return ownership.declare(definition, olds, checked, connection());
    },
    async diff(id: string, olds: Bag, news: Bag) {
      const line = lineOf(kind, news);
      if (line !== undefined) connection().compared.set(line, { olds, news });
      const reasons: string[] = [];
      const changes = plan.diff(definition, olds, news, (reason) => reasons.push(reason), { ...connection(), id });
      const kept = changes.replaces === undefined ? id : undefined;
      const isLeft = ownership.compare(definition, kept, olds, news, connection());
      if (changes.changes === false && !isLeft) noteWork(definition, news, "done", connection());
      await tell(news, reasons);
      return isLeft && changes.changes === false ? { changes: true } : changes;
    },
    create: (news: Bag) => lifecycle.create(definition, news, connection()),
    read: (id: string, props: Bag) => lifecycle.read(definition, id, props, connection()),
    update: (id: string, olds: Bag, news: Bag) => lifecycle.update(definition, id, olds, news, connection()),
    delete: (id: string, props: Bag) => lifecycle.remove(definition, id, props, connection()),
  };
}

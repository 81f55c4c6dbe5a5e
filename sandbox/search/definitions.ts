import type { HonoRequest } from "hono";
import type { Context, Router } from "../context";
import { ServiceError } from "../errors";
import { jsonBody } from "./body";
import type { Held } from "./held";
import { otherForm } from "./otherForm";
import { split } from "./query/selection";
import { invalid, notAllowed, notFound } from "./refusal";
import { withKeptSecrets, withoutSecrets } from "./secrets";

/** A definition with the ETag of its last write. */
export type Tagged<T> = T & { "@odata.etag": string };

/** One kind of definition: indexes, knowledge sources, knowledge bases. */
export interface Kind<T extends { name: string }> {
  /** The first segment of its paths. */
  path: string;
  /** What messages call one of them. */
  noun: string;
  held: Held<Tagged<T>>;
  /**
   * The definition that a body gives, in place of `before` when there is one; throws 400 when the service would refuse
   * it.
   */
  accept(body: unknown, before: T | undefined, request: HonoRequest): T;
  /** Who uses the definition of this name and so keeps it from being deleted, for example `knowledge base 'kb'`. */
  users?(name: string): string[];
  /** Brings what goes with a definition in line with it. */
  written?(definition: T): void;
  /** Removes what goes with a definition. */
  deleted?(name: string): void;
}

/** The routes that create, replace, show, list and delete the definitions of one kind. */
export function definitionRoutes<T extends { name: string }>(app: Router, context: Context, kind: Kind<T>): void {
  const { path, noun, held } = kind;
  const etags = context.collection<number>("search.etags");

  const write = (name: string, definition: T): Tagged<T> => {
    const count = (etags.get("last") ?? 0) + 1;
    etags.set("last", count);
    const tagged = { ...definition, "@odata.etag": `"0x${count.toString(16).toUpperCase().padStart(8, "0")}"` };
    held.set(name, tagged);
    kind.written?.(definition);
    return tagged;
  };
  const answerOf = ({ "@odata.etag": etag, ...definition }: Tagged<T>): Record<string, unknown> => {
    const plain = { "@odata.etag": etag, ...withoutSecrets(definition) };
    return context.behaviour.echo === "otherForm" ? (otherForm(plain) as typeof plain) : plain;
  };
  const single = (definition: Tagged<T>): Record<string, unknown> => ({
    "@odata.context": `${context.url()}/$metadata#${path}/$entity`,
    ...answerOf(definition),
  });

  app.post(`/${path}`, async (c) => {
    const definition = kind.accept(withoutAnnotations(await jsonBody(c.req)), undefined, c.req);
    if (held.get(definition.name) !== undefined) {
      throw new ServiceError(
        409,
        "ResourceNameAlreadyInUse",
        `A ${noun} with the name '${definition.name}' exists already.`,
      );
    }
    const written = write(definition.name, definition);
    return c.json(single(written), 201, { ETag: written["@odata.etag"] });
  });
  app.put(`/${path}/:name`, async (c) => {
    const { name } = c.req.param();
    const before = held.get(name);
    checkPreconditions(c.req, before?.["@odata.etag"]);
    const body = withKeptSecrets(withoutAnnotations(await jsonBody(c.req)), before);
    const definition = kind.accept(body, before, c.req);
    if (definition.name !== name) throw invalid(`name must be '${name}', as in the path.`);
    const written = write(name, definition);
    c.header("ETag", written["@odata.etag"]);
    const silent = context.behaviour.put === "empty";
    if (before === undefined) return silent ? c.body(null, 201) : c.json(single(written), 201);
    const wantsBody = /return=representation/i.test(c.req.header("prefer") ?? "");
    return wantsBody && !silent ? c.json(single(written)) : c.body(null, 204);
  });
  app.get(`/${path}/:name`, (c) => {
    const { name } = c.req.param();
    const definition = held.read(name);
    if (definition === undefined) throw notFound(noun, name);
    return c.json(single(definition), 200, { ETag: definition["@odata.etag"] });
  });
  app.get(`/${path}`, (c) => {
    const members = split(c.req.query("$select"));
    const all = members.length === 0 || members.includes("*");
    const value = held
      .readAll()
      .map((definition) => (all ? answerOf(definition) : pick(answerOf(definition), members)));
    return c.json({ "@odata.context": `${context.url()}/$metadata#${path}`, value });
  });
  app.delete(`/${path}/:name`, (c) => {
    const { name } = c.req.param();
    const definition = held.get(name);
    if (definition === undefined) throw notFound(noun, name);
    checkPreconditions(c.req, definition["@odata.etag"]);
    const users = kind.users?.(name) ?? [];
    if (users.length > 0) {
      throw notAllowed(
        `Cannot delete the ${noun} '${name}' because it is used by ${users.join(", ")}. Delete or update them first.`,
      );
    }
    held.delete(name);
    kind.deleted?.(name);
    return c.body(null, 204);
  });
}

/** The body without what only the service writes: its ETag and its type, as a client sends them back after a read. */
function withoutAnnotations(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith("@odata.")));
}

function checkPreconditions(request: HonoRequest, etag: string | undefined): void {
  const failed = (header: string): Error =>
    new ServiceError(412, "PreconditionFailed", `The condition in the header ${header} does not hold.`);
  const match = request.header("if-match");
  if (match !== undefined && (etag === undefined || !names(match, etag))) throw failed("If-Match");
  const noneMatch = request.header("if-none-match");
  if (noneMatch !== undefined && etag !== undefined && names(noneMatch, etag)) throw failed("If-None-Match");
}

function names(header: string, etag: string): boolean {
  return header.split(",").some((each) => ["*", etag].includes(each.trim().replace(/^W\//, "")));
}

function pick(value: Record<string, unknown>, members: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => members.includes(name)));
}

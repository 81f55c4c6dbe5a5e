import type { Configuration } from "../../provider/configuration";
import { provider } from "../../provider/runtime";
import type { Sandbox } from "../../sandbox";
import { freshSandbox } from "../freshSandbox";
import { outside } from "../outside";
import { configurationFor, Subject, type Kept } from "../subject";

/** The fields of an index of lamps. */
export const fields = [
  { name: "id", type: "Edm.String", key: true },
  { name: "title", type: "Edm.String", searchable: true },
  { name: "price", type: "Edm.Int32" },
  { name: "tags", type: "Collection(Edm.String)" },
];

/** A record of the service, whose members a test knows. */
type Data = any;

/** A search service with an index `lamps`, and what a test does with it. */
export class SearchService {
  private constructor(
    readonly sandbox: Sandbox,
    /** The options of a call of a function. */
    readonly options: { connection: ReturnType<typeof configurationFor> },
    readonly index: Kept,
  ) {}

  static async start(definition: object = {}): Promise<SearchService> {
    const sandbox = await freshSandbox();
    const index = await new Subject("search:Index", sandbox).create({ name: "lamps", fields, ...definition });
    sandbox.requests.length = 0;
    return new SearchService(sandbox, { connection: configurationFor(sandbox) }, index);
  }

  subject(kind: "Index" | "Documents" | "KnowledgeSource" | "KnowledgeBase"): Subject {
    return new Subject(`search:${kind}`, this.sandbox);
  }

  /** The check of an edit, with the inputs before it. */
  async check(kind: string, olds: object, news: object) {
    const verbs = provider(kind);
    await verbs.configure!({
      config: {
        get: (key: string) => this.options.connection[key.replace("mlplane:", "") as keyof Configuration],
      } as never,
    });
    return verbs.check!(olds, news);
  }

  /** Sends a call as somebody else would. */
  send(method: string, path: string, body?: unknown): Promise<Data> {
    return outside(this.sandbox).send(method, path, body);
  }

  /** Uploads documents as somebody else would. */
  async upload(...documents: object[]): Promise<void> {
    await this.send("POST", "/indexes/lamps/docs/index", { value: documents });
  }

  /** All documents of the index, by key and without nulls. */
  async stored(): Promise<Record<string, Data>> {
    const { value } = await this.send("POST", "/indexes/lamps/docs/search", { search: "*", top: 1000 });
    const entries = (value as Record<string, unknown>[]).map(({ "@search.score": _, ...document }) => [
      document["id"],
      clean(document),
    ]);
    return Object.fromEntries(entries);
  }

  /** The entries of every upload so far. */
  get batches(): Record<string, Data>[][] {
    return this.sandbox.requests
      .filter(({ path }) => path.endsWith("/docs/index"))
      .map(({ body }) => (body as { value: Record<string, Data>[] }).value);
  }

  /** Answers the next upload with these results, without doing it. */
  answerUpload(...value: object[]): void {
    this.sandbox.faults.push({ match: "POST /indexes/lamps/docs/index", status: 207, body: JSON.stringify({ value }) });
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

const clean = (document: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );

/** An asset as it reaches a provider. */
export const asset = (content: { text: string } | { path: string }): object => ({
  "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
  ...content,
});

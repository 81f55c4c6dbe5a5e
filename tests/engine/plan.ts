import * as fc from "fast-check";
import { fields, lab, workspaceId } from "./lab";

/** Random programs over all classes, and edits that lead from one to the next. */

/** How a program declares one object. */
export interface Piece {
  /** Its Pulumi name. */
  urnName: string;
  /** The component in which it stands, if any. */
  parent: string | undefined;
  /** The old Pulumi name and component that its aliases name. */
  alias: { urnName: string; parent: string | undefined } | undefined;
  /** Its name at the service, where that may change. */
  name: string;
  /** Which content it has: all are changed to one another in place. */
  form: number;
  isDeclared: boolean;
}

/** What a program declares, by what it is. */
export type Program = Record<string, Piece>;

/** The classes: code that declares an object, what it rests on, and its path at its service. */
interface Part {
  code(piece: Piece): string;
  needs?: string[];
  path?(name: string): string;
  /** Another one of the class may have its name. */
  twin?: string;
  isFixed?: true;
}

const inLab = (path: string) => (): string => `${workspaceId("lab-work")}/${path}`;
const json = JSON.stringify;
const made = (Class: string, { urnName, parent, alias }: Piece, args: string): string => {
  const above = (name: string | undefined): string => name ?? "pulumi.rootStackResource";
  const options = [
    ...(parent === undefined ? [] : [`parent: ${parent}`]),
    ...(alias === undefined ? [] : [`aliases: [{ name: ${json(alias.urnName)}, parent: ${above(alias.parent)} }]`]),
  ];
  return `new mlplane.${Class}(${json(urnName)}, ${args}, { ${options.join(", ")} })`;
};
const index = (twin: string): Part => ({
  code: (piece) =>
    made(
      "search.Index",
      piece,
      `{ name: ${json(piece.name)}, fields, corsOptions: { allowedOrigins: ["*"], maxAgeInSeconds: ${60 + piece.form} } }`,
    ),
  path: (name) => `/indexes/${name}`,
  twin,
});
const texts = (others: string): Part => ({
  // A document moves from one to the other with their forms.
  code: (piece) =>
    made("search.Documents", piece, `{ index: lamps.name, documents: documentsOf(${json(others)}, ${piece.form}) }`),
  needs: ["lamps"],
});

const parts: Record<string, Part> = {
  workspace: {
    code: (piece) => made("ml.Workspace", piece, `{ ...lab, name: "lab-work", tags: { form: "${piece.form}" } }`),
    path: () => workspaceId("lab-work"),
    isFixed: true,
  },
  nodes: {
    code: (piece) =>
      made(
        "ml.Compute",
        piece,
        `{ workspace: workspace.name, name: "nodes", computeType: "AmlCompute", vmSize: "Standard_DS3_v2", scaleSettings: { minNodeCount: 0, maxNodeCount: ${1 + piece.form}, nodeIdleTimeBeforeScaleDown: "PT120S" } }`,
      ),
    path: inLab("computes/nodes"),
  },
  model: {
    code: (piece) =>
      made("ml.Model", piece, `{ workspace: workspace.name, name: "fraud", version: 1, path: "models/fraud" }`),
    isFixed: true,
  },
  endpoint: {
    code: (piece) =>
      made(
        "ml.OnlineEndpoint",
        piece,
        `{ workspace: workspace.name, name: "serve", compute: "/cpu", description: "form ${piece.form}" }`,
      ),
    path: inLab("onlineEndpoints/serve"),
    isFixed: true,
  },
  blue: {
    code: (piece) =>
      made(
        "ml.OnlineDeployment",
        piece,
        `{ workspace: workspace.name, endpoint: endpoint.name, name: "blue", model: model.resourceId, instanceType: "Standard_DS3_v2", instanceCount: ${1 + piece.form} }`,
      ),
    path: inLab("onlineEndpoints/serve/deployments/blue"),
    isFixed: true,
  },
  traffic: {
    code: (piece) =>
      made(
        "ml.EndpointTraffic",
        piece,
        `{ workspace: workspace.name, endpoint: endpoint.name, traffic: [{ deployment: blue.name, percent: 100 }] }`,
      ),
  },
  job: {
    code: (piece) =>
      made(
        "ml.Job",
        piece,
        `{ workspace: workspace.name, name: "train", jobType: "Command", command: "true", compute: lab.storageAccount, environment: lab.storageAccount }`,
      ),
    path: inLab("jobs/train"),
    isFixed: true,
  },
  lamps: { ...index("lamps"), isFixed: true },
  desks: index("chairs"),
  chairs: index("desks"),
  texts: texts("a"),
  others: texts("b"),
  source: {
    code: (piece) =>
      made(
        "search.KnowledgeSource",
        piece,
        `{ name: "source", kind: "searchIndex", description: "form ${piece.form}", searchIndexParameters: { searchIndexName: lamps.name } }`,
      ),
    path: () => "/knowledgesources/source",
  },
  base: {
    code: (piece) =>
      made(
        "search.KnowledgeBase",
        piece,
        `{ name: "base", description: "form ${piece.form}", knowledgeSources: [source.name] }`,
      ),
    needs: ["source"],
    path: () => "/knowledgebases/base",
  },
  cached: { code: (piece) => made("local.CachedModel", piece, `{ name: "tiny-chat-generic-cpu:3" }`), isFixed: true },
  chat: { code: (piece) => made("local.LoadedModel", piece, `{ model: cached.name, ttl: ${86_400 + piece.form} }`) },
  gpu: { code: (piece) => made("local.GpuDevice", piece, `{ deviceId: ${piece.form} }`) },
};
const whats = Object.keys(parts);

/** The program at the beginning: everything, at the root. */
export const first: Program = Object.fromEntries(
  whats.map((what) => [
    what,
    { urnName: `${what}-0`, parent: undefined, alias: undefined, name: what, form: 0, isDeclared: true },
  ]),
);

/** One edit of a program. */
export type Edit = { what: string; form: number } & (
  | { edit: "rename" | "move"; hasAlias: boolean; parent: string | undefined }
  | { edit: "swap" | "name" | "content" | "remove" | "restore" }
);

const place = { hasAlias: fc.boolean(), parent: fc.constantFrom(undefined, "team", "shop") };
const common = { what: fc.constantFrom(...whats), form: fc.integer({ min: 0, max: 2 }) };

/** Any edit. */
export const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ ...common, ...place, edit: fc.constantFrom("rename" as const, "move" as const) }),
  fc.record({ ...common, edit: fc.constantFrom("content" as const, "remove" as const, "restore" as const) }),
  fc.record({
    ...common,
    what: fc.constantFrom("desks", "chairs"),
    edit: fc.constantFrom("swap" as const, "name" as const),
  }),
);

/** The program after an edit. `round` makes new names. */
export function edited(program: Program, edit: Edit, round: number): Program {
  const { what } = edit;
  const piece = program[what]!;
  const { urnName, parent } = piece;
  const alias = (hasAlias: boolean): Piece["alias"] => (hasAlias ? { urnName, parent } : undefined);
  const withPiece = (change: Partial<Piece>): Program => ({ ...program, [what]: { ...piece, ...change } });
  switch (edit.edit) {
    case "rename":
      return withPiece({ urnName: `${what}-${round}`, alias: alias(edit.hasAlias) });
    case "move":
      return withPiece({ parent: edit.parent, alias: alias(edit.hasAlias) });
    case "content":
      return withPiece({ form: edit.form });
    case "name":
      return withPiece({ name: `${what}-${edit.form}-${round}` });
    case "swap": {
      const { twin = what } = parts[what]!;
      const other = program[twin]!;
      return { ...program, [what]: { ...piece, name: other.name }, [twin]: { ...other, name: piece.name } };
    }
    case "restore":
      return withPiece({ isDeclared: true });
    case "remove":
      return parts[what]!.isFixed === true ? program : withPiece({ isDeclared: false });
  }
}

/** What a program declares: nothing that rests on what it does not. */
export const declared = (program: Program): string[] =>
  whats.filter(
    (what) => program[what]!.isDeclared && (parts[what]!.needs ?? []).every((one) => program[one]!.isDeclared),
  );

/** The text of a program. */
export function textOf(program: Program): string {
  return `
    const { fields, lab } = ${json({ fields, lab })};
    const [team, shop] = ["team", "shop"].map((name) => new pulumi.ComponentResource("our:own:" + name, name));
    const forms = { a: ${program["texts"]!.form}, b: ${program["others"]!.form} };
    const documentsOf = (which, form) => [{ id: which, title: "form " + form }, ...((forms.a + forms.b) % 2 === (which === "a" ? 0 : 1) ? [{ id: "guest", title: "a guest" }] : [])];
    ${declared(program)
      .map((what) => `const ${what} = ${parts[what]!.code(program[what]!)};`)
      .join("\n    ")}
  `;
}

/** The path of each thing that a program declares, of all that have one. */
export const paths = (program: Program): Record<string, string> =>
  Object.fromEntries(
    declared(program).flatMap((what) => {
      const path = parts[what]!.path?.(program[what]!.name);
      return path === undefined ? [] : [[what, path]];
    }),
  );

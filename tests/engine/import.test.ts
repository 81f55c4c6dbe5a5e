import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startSandbox, type Sandbox } from "../../sandbox";
import { outside } from "../outside";
import { mlplane } from "./command";
import { dialects, inFull, speaking } from "./dialects";
import { lab, workspaceBody, workspaceId } from "./lab";
import { expectNoChange } from "./printed";
import { home, Stack } from "./stack";

/** `mlplane import`: what was made by hand comes under the care of a stack, on the real CLI. */

describe.each(dialects)("%s", (_form, dialect) => {
  const sampled = inFull(dialect);
  let sandbox: Sandbox;
  let stack: Stack;
  beforeEach(async () => {
    sandbox = await startSandbox({ ...speaking(dialect), behaviour: { polls: 1 } });
    stack = new Stack(sandbox.environment);
    writeFileSync(join(stack.folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\nmain: index.ts\n");
    await stack.init();
  });
  afterEach(async () => {
    stack?.stop();
    await sandbox?.close();
  });

  const fields = [
    { name: "id", type: "Edm.String", key: true },
    { name: "title", type: "Edm.String", searchable: true },
  ];
  const index = (name: string): Promise<unknown> => outside(sandbox).send("PUT", `/indexes/${name}`, { name, fields });
  const sent = (): string[] =>
    sandbox.requests
      .filter(({ method, path }) => method !== "GET" && !/oauth2|listKeys/.test(path))
      .map(
        ({ method, path }) =>
          `${method} ${path.replace("/search.index", "/index").replace("/search.post.search", "/search")}`,
      );

  /** What a connection says of the dialect. */
  const spoken = dialect === undefined ? {} : { dialect };

  /** The path of a definition as it is called. */
  const called = (path: string): string =>
    dialect === undefined ? path : path.replace(/\/(\w+)\/([\w-]+)$/, "/$1('$2')");
  const pattern = (path: string): string => called(path).replaceAll(/[()]/g, "\\$&");
  /** A resource ID as the services have it. */
  const own = (id: string): string => (dialect === undefined ? id : id.replace("Provider.", "Microsoft."));

  /** What a strict compiler says of a program. */
  async function mistakesOf(printed: string): Promise<string[]> {
    const folder = mkdtempSync(join(home, "printed-"));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      target: "es2022",
      module: "node16",
      moduleResolution: "node16",
      exactOptionalPropertyTypes: true,
      noUnusedParameters: true,
    };
    writeFileSync(join(folder, "index.ts"), printed);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(home, "node_modules/typescript/bin/tsc"),
      "-p",
      folder,
    ]).catch((error: { stdout: string }) => error);
    return stdout.split("\n").filter(Boolean);
  }

  sampled(
    "one resource into an empty stack: nothing is touched, the printed program shows no change, and an up keeps it",
    async () => {
      await index("products");
      sandbox.requests.length = 0;
      const run = await mlplane(stack, ["import", "search.Index", "products", "/indexes/products"]);
      expect([run.status, run.stderr]).toEqual([0, "1 resource imported into stack dev.\n"]);
      expect(run.stdout).toMatch(
        /^import \* as mlplane from "mlplane";\n\nconst products = new mlplane\.search\.Index\("products", \{\n {2}fields: \[/,
      );
      expect(sent()).toEqual([]);
      await expectNoChange(stack, run.stdout);
      await stack.ok("up", "--yes", "--skip-preview");
      expect(sent()).toEqual([]);
    },
    120_000,
  );

  sampled(
    "what cannot be imported is told, and leaves the state as it was",
    async () => {
      await index("products");
      await mlplane(stack, ["import", "search.Index", "products", "/indexes/products"]);
      const before = await stack.state();
      const refused = async (...args: string[]): Promise<unknown> => {
        const { status, text } = await mlplane(stack, ["import", ...args]);
        return [status, text];
      };
      expect(await refused("search.Index", "again", "/indexes/products")).toEqual([
        1,
        'mlplane: /indexes/products is in the stack already, as search.Index "products"\n',
      ]);
      expect(await refused("search.Index", "none", "/indexes/none")).toEqual([
        1,
        "mlplane: search.Index /indexes/none does not exist\n",
      ]);
      expect(await refused("search.Indx", "none", "/indexes/none")).toEqual([
        1,
        "mlplane: there is no class search.Indx; did you mean `search.Index`?\n",
      ]);
      expect(await refused("search.Index", "none", "products")).toEqual([
        1,
        "mlplane: the id must have the form /indexes/{name}\n",
      ]);
      expect(await refused("search.Index", "none", "/indexes/none", "--provider", "urn:none")).toEqual([
        1,
        expect.stringContaining("the stack has no provider urn:none"),
      ]);
      expect(await refused("--all")).toEqual([1, expect.stringContaining("--all needs --service")]);
      sandbox.faults.push({ match: `GET ${pattern("/indexes/papers")}`, status: 403 });
      await index("books");
      await index("papers");
      expect(await refused("--all", "--service", "search")).toEqual([
        1,
        expect.stringContaining(`GET ${called("/indexes/papers")} answered 403`),
      ]);
      expect(await stack.state()).toEqual(before);
    },
    120_000,
  );

  test("a secret that the service does not show comes from the configuration of the stack", async () => {
    await outside(sandbox).send("POST", "/knowledgesources", {
      name: "papers",
      kind: "blob",
      blobParameters: { connectionString: "AccountKey=hush", containerName: "papers" },
    });
    const args = ["import", "search.KnowledgeSource", "papers", "/knowledgesources/papers"];
    expect(await mlplane(stack, args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("pulumi config set --secret papersBlobParametersConnectionString …"),
    });
    await stack.configure({ papersBlobParametersConnectionString: "AccountKey=hush" }, true);
    const run = await mlplane(stack, args);
    expect([run.status, run.text.includes("hush")]).toEqual([0, false]);
    expect(stack.stateText()).not.toContain("hush");
    await expectNoChange(stack, run.stdout);
  }, 120_000);

  sampled(
    "documents: many come in a file beside the program, refer to the index of the stack, and keep what is not shown",
    async () => {
      const service = outside(sandbox);
      const vec = { name: "vec", type: "Collection(Edm.Single)", dimensions: 2, vectorSearchProfile: "vp" };
      const vectorSearch = { profiles: [{ name: "vp", algorithm: "h" }], algorithms: [{ name: "h", kind: "hnsw" }] };
      await service.send("PUT", "/indexes/products", { name: "products", fields: [...fields, vec], vectorSearch });
      const all = Array.from({ length: 2000 }, (_, number) => ({ id: `p${number}`, title: `Lamp ${number}` }));
      for (const part of [all.slice(0, 1000), all.slice(1000)])
        await service.send("POST", "/indexes/products/docs/index", {
          value: part.map((one) => ({ ...one, vec: [1, 0] })),
        });
      sandbox.requests.length = 0;

      const products = await mlplane(stack, ["import", "search.Index", "products", "/indexes/products"]);
      const stock = await mlplane(stack, ["import", "search.Documents", "stock", "/indexes/products/docs"]);
      expect([stock.status, stock.stderr]).toEqual([
        0,
        'warning: /indexes/products/docs: the service does not return vec; with `action: "mergeOrUpload"` documents keep ' +
          "what they have there when they are sent again\n1 resource imported into stack dev.\n",
      ]);
      expect(stock.stdout).toBe(`import * as mlplane from "mlplane";
import * as pulumi from "@pulumi/pulumi";

// What the stack has already, by the variables of its own declaration:
// products: search.Index "products"

const stock = new mlplane.search.Documents("stock", {
  index: products.name,
  documents: new pulumi.asset.FileAsset("stock.jsonl"),
  action: "mergeOrUpload",
});
`);
      const file = join(stack.folder, "stock.jsonl");
      const lines = (): string[] => readFileSync(file, "utf8").trimEnd().split("\n");
      expect(
        lines()
          .map((line) => (JSON.parse(line) as { id: string }).id)
          .sort(),
      ).toEqual(all.map(({ id }) => id).sort());
      expect(sent().filter((line) => !line.endsWith("/docs/search"))).toEqual([]);
      const program = products.stdout + stock.stdout.replace(/^import .*mlplane.*$/m, "");
      await expectNoChange(stack, program);
      expect(await mistakesOf(program)).toEqual([]);
      const entry = (await stack.byName()).get("stock")!;
      expect(entry["dependencies"]).toEqual([expect.stringMatching(/::products$/)]);

      writeFileSync(file, lines().join("\n").replace('"Lamp 7"', '"Changed"'));
      sandbox.requests.length = 0;
      await stack.ok("up", "--yes", "--skip-preview");
      expect(sent().filter((line) => line.endsWith("/docs/index"))).toHaveLength(1);
      const { value } = (await service.send("POST", "/indexes/products/docs/search", {
        vectorQueries: [{ kind: "vector", vector: [1, 0], fields: "vec", k: 2000 }],
        filter: "id eq 'p7'",
      })) as { value: object[] };
      expect(value).toEqual([expect.objectContaining({ id: "p7", title: "Changed" })]);
    },
    180_000,
  );

  sampled(
    "documents with fields that are secret by their names: in a file of the owner alone, as a secret; none is written over",
    async () => {
      await outside(sandbox).send("PUT", "/indexes/keys", {
        name: "keys",
        fields: [...fields, { name: "token", type: "Edm.String" }],
      });
      await outside(sandbox).send("POST", "/indexes/keys/docs/index", { value: [{ id: "a", token: "hush-hush" }] });
      const args = ["import", "search.Documents", "keys", "/indexes/keys/docs"];
      const file = join(stack.folder, "keys.jsonl");
      writeFileSync(file, "mine");
      const before = await stack.state();
      expect(await mlplane(stack, args)).toMatchObject({
        status: 1,
        text: "mlplane: keys.jsonl exists already, and the imported documents would be written there: move it, then import again\n",
      });
      expect([readFileSync(file, "utf8"), await stack.state()]).toEqual(["mine", before]);
      rmSync(file);
      const run = await mlplane(stack, args);
      expect([run.status, run.text.includes("hush"), statSync(file).mode & 0o77]).toEqual([0, false, 0]);
      expect(run.stdout).toContain('documents: pulumi.secret(new pulumi.asset.FileAsset("keys.jsonl"))');
      expect(stack.stateText()).not.toContain("hush");
      await expectNoChange(stack, run.stdout);
    },
    120_000,
  );

  sampled(
    "an up that ends while an import works is in the state afterwards",
    async () => {
      await index("products");
      sandbox.faults.push({ match: `GET ${pattern("/indexes/products")}$`, status: 503, times: 1000 });
      const importing = mlplane(stack, ["import", "search.Index", "products", "/indexes/products"]);
      while (!sandbox.requests.some(({ status }) => status === 503)) await new Promise(setImmediate);
      const books = `new mlplane.search.Index("books", ${JSON.stringify({ fields })});`;
      writeFileSync(join(stack.folder, "index.ts"), `import * as mlplane from "mlplane";\n${books}\n`);
      await stack.ok("up", "--yes", "--skip-preview");
      sandbox.faults.length = 0;
      const run = await importing;
      expect([run.status, run.text]).toEqual([0, expect.anything()]);
      await expectNoChange(stack, `${run.stdout}\n${books}\n`);
      expect([...(await stack.byName()).keys()].sort()).toEqual(["books", "products"]);
    },
    180_000,
  );

  /** Names that are hard on a program: no identifiers, words of the language, alike in camelCase, long. */
  const names = [
    "3d-models",
    "class",
    "await",
    "mlplane",
    "config",
    "a-b",
    "a_b",
    "ab",
    `l${"o".repeat(126)}ng`.slice(0, 128),
  ];

  /** An index with something of everything, secrets included. */
  const everything = {
    description: '`${quotes}` "and" \\ lines\n',
    fields: [
      ...fields,
      {
        name: "tags",
        type: "Collection(Edm.ComplexType)",
        fields: [{ name: "word", type: "Edm.String", analyzer: "tight" }],
      },
      { name: "vec", type: "Collection(Edm.Single)", dimensions: 3, vectorSearchProfile: "vp" },
    ],
    vectorSearch: {
      profiles: [{ name: "vp", algorithm: "h", vectorizer: "embed" }],
      algorithms: [{ name: "h", kind: "hnsw" }],
      vectorizers: [
        {
          name: "embed",
          kind: "embeddingService",
          embeddingServiceParameters: {
            resourceUri: "https://embed.example",
            deploymentId: "e",
            modelName: "e",
            apiKey: "hush-hush",
          },
        },
      ],
    },
    semantic: {
      configurations: [{ name: "sc", prioritizedFields: { prioritizedContentFields: [{ fieldName: "title" }] } }],
    },
    scoringProfiles: [{ name: "newest", text: { weights: { title: 2 } } }],
    suggesters: [{ name: "sg", searchMode: "analyzingInfixMatching", sourceFields: ["title"] }],
    corsOptions: { allowedOrigins: ["*"] },
    analyzers: [
      {
        name: "tight",
        "@odata.type": "#Provider.Search.CustomAnalyzer",
        tokenizer: "keyword_v2",
        tokenFilters: ["lowercase"],
      },
    ],
  };

  test("all of a service with 20 objects: the program compiles and shows no change, and destroy deletes exactly those", async () => {
    const service = outside(sandbox);
    await service.send("PUT", "/indexes/everything", { name: "everything", ...everything });
    for (const name of names) await index(name);
    for (const name of names.slice(0, 6))
      await service.send("POST", "/knowledgesources", {
        name,
        kind: "searchIndex",
        searchIndexParameters: { searchIndexName: name },
      });
    for (let number = 0; number < 4; number++)
      await service.send("POST", "/knowledgebases", {
        name: names[number],
        knowledgeSources: [names[number], names[number + 1]],
        outputMode: "rawContent",
      });
    await service.send("PUT", workspaceId("other"), workspaceBody());
    await stack.configure(
      { everythingVectorSearchVectorizersEmbedEmbeddingServiceParametersApiKey: "hush-hush" },
      true,
    );
    sandbox.requests.length = 0;

    const run = await mlplane(stack, ["import", "--all", "--service", "search"]);
    expect([run.status, run.stderr]).toEqual([0, "20 resources imported into stack dev.\n"]);
    expect(run.stdout).toMatch(
      /new mlplane\.search\.KnowledgeBase\("3d-models", \{\s+knowledgeSources: \[_3dModelsKnowledgeSource\.name, classKnowledgeSource\.name\]/,
    );
    expect(run.stdout).toContain(
      'apiKey: config.requireSecret("everythingVectorSearchVectorizersEmbedEmbeddingServiceParametersApiKey")',
    );
    expect(run.text + stack.stateText()).not.toContain("hush-hush");
    expect(sent()).toEqual([]);
    await expectNoChange(stack, run.stdout);
    expect(await mistakesOf(run.stdout)).toEqual([]);
    expect(await mlplane(stack, ["import", "--all", "--service", "search"])).toMatchObject({
      status: 0,
      text: "0 resources imported into stack dev; 20 were there already.\n",
    });

    sandbox.requests.length = 0;
    await stack.ok("destroy", "--yes", "--skip-preview");
    const deleted = sent();
    const paths = [
      ["indexes", ["everything", ...names]],
      ["knowledgesources", names.slice(0, 6)],
      ["knowledgebases", names.slice(0, 4)],
    ] as const;
    expect([...deleted].sort()).toEqual(
      paths.flatMap(([kind, all]) => all.map((name) => `DELETE ${called(`/${kind}/${name}`)}`)).sort(),
    );
    const last = (kind: string): number => deleted.findLastIndex((line) => line.includes(kind));
    expect(last("knowledgebases") < last("knowledgesources") && last("knowledgesources") < last("indexes")).toBe(true);
  }, 180_000);

  test("all of ML: workspaces with what is in them, under names that differ, with references between them", async () => {
    const service = outside(sandbox);
    const [one, two] = ["lab-one", "lab-two"].map((name) => own(workspaceId(name))) as [string, string];
    stack.program("");
    writeFileSync(
      join(stack.folder, "index.ts"),
      `import * as mlplane from "mlplane";
const [lab] = ["lab-one", "lab-two"].map((name) => {
  const workspace = new mlplane.ml.Workspace(name, ${JSON.stringify(lab)});
  new mlplane.ml.Compute(\`\${name}-cpu\`, { name: "cpu", workspace: workspace.name, computeType: "AmlCompute", vmSize: "STANDARD_DS3_V2", scaleSettings: { minNodeCount: 0, maxNodeCount: 2, nodeIdleTimeBeforeScaleDown: "PT2M" } });
  return workspace;
}) as [mlplane.ml.Workspace];
const workspace = lab.name;
const models = [1, 2].map((version) => new mlplane.ml.Model(\`churn-\${version}\`, { workspace, name: "churn", version, path: \`azureml://models/\${version}\` }));
const endpoint = new mlplane.ml.OnlineEndpoint("serve", { workspace, compute: "${one}/computes/cpu" });
const deployments = models.map((model, number) => new mlplane.ml.OnlineDeployment(\`blue-\${number + 1}\`, { workspace, endpoint: endpoint.name, model: model.resourceId, instanceType: "Standard_DS3_v2", instanceCount: 1 }));
new mlplane.ml.EndpointTraffic("serve", { workspace, endpoint: endpoint.name, traffic: deployments.map(({ name }) => ({ deployment: name, percent: 50 })) });
`,
    );
    await stack.ok("up", "--yes", "--skip-preview");
    const made = await stack.resources();
    await stack.ok("stack", "init", "adopted");

    const run = await mlplane(stack, ["import", "--all", "--service", "ml", "--stack", "adopted"]);
    expect([run.status, run.stderr]).toEqual([0, `${made.length} resources imported into stack adopted.\n`]);
    for (const text of [
      "workspace: labOne.name",
      "compute: labOneCpu.id",
      "model: churn2.resourceId",
      "deployment: blue1.name",
    ])
      expect(run.stdout).toContain(text);
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    await expectNoChange(stack, run.stdout);
    expect(await mistakesOf(run.stdout)).toEqual([]);
    await expect(service.send("GET", two)).resolves.toBeDefined();
  }, 180_000);

  sampled(
    "a resource of an explicit provider, in a stack that has others",
    async () => {
      const { MLPLANE_SEARCH_ENDPOINT: endpoint, MLPLANE_SEARCH_API_KEY: key } = sandbox.environment;
      const connected = new Stack();
      writeFileSync(join(connected.folder, "index.js"), "");
      await connected.init();
      const head =
        `const west = new mlplane.Provider("west", ` +
        `${JSON.stringify({ ...spoken, searchEndpoint: endpoint, searchApiKey: key })});`;
      await connected.program(head).ok("up", "--yes", "--skip-preview");
      await index("products");
      const urn = (await connected.state()).find(({ type }) => type === "pulumi:providers:pulumi-nodejs")!.urn;
      const run = await mlplane(connected, [
        "import",
        "search.Index",
        "products",
        "/indexes/products",
        "--provider",
        urn,
      ]);
      expect([run.status, run.stdout.includes("{ provider: west }")]).toEqual([0, true]);
      connected.program(head);
      appendFileSync(join(connected.folder, "index.js"), run.stdout.replace(/^import.*$/m, ""));
      const preview = await connected.preview("--expect-no-changes", "--diff");
      expect([preview.status, readFileSync(join(connected.folder, "index.js"), "utf8")]).toEqual([
        0,
        expect.stringContaining("west"),
      ]);
    },
    120_000,
  );

  sampled(
    "what has the same id at another service is not there already, and gets a name of its own",
    async () => {
      const other = await startSandbox({ ...speaking(dialect), behaviour: { polls: 1 } });
      try {
        await index("products");
        await outside(other).send("PUT", "/indexes/products", { name: "products", fields });
        await outside(other).send("PUT", "/indexes/books", { name: "books", fields });
        const west = `const west = new mlplane.Provider("west", ${JSON.stringify({ ...spoken, searchEndpoint: other.url, searchApiKey: "sandbox" })});`;
        const same = `const same = new mlplane.Provider("same", ${JSON.stringify({ ...spoken, searchEndpoint: `${sandbox.url}/`, searchApiKey: "sandbox" })});`;
        const products = `new mlplane.search.Index("products", ${JSON.stringify({ fields })});`;
        const program = `import * as mlplane from "mlplane";\n${west}\n${same}\n${products}\n`;
        writeFileSync(join(stack.folder, "index.ts"), program);
        await stack.ok("up", "--yes", "--skip-preview");
        const importAll = async (name: string): Promise<{ stdout: string; stderr: string }> => {
          const urn = (await stack.state()).find((one) => one.urn.endsWith(`::${name}`))!.urn;
          return mlplane(stack, ["import", "--all", "--service", "search", "--provider", urn]);
        };
        const run = await importAll("west");
        expect(run.stderr).toBe("2 resources imported into stack dev.\n");
        expect([...(await stack.byName()).keys()].sort()).toEqual(["books", "products", "west-products"]);
        await expectNoChange(stack, program + run.stdout.replace(/^import.*$/m, ""));
        expect((await importAll("same")).stderr).toBe("0 resources imported into stack dev; 1 was there already.\n");
      } finally {
        await other.close();
      }
    },
    240_000,
  );
});

/** Parameters of knowledge sources of which the documents say nothing: checked for what is known, open for more. */
import { startSandbox, type Sandbox } from "../../sandbox";
import { Subject } from "../subject";

let sandboxes: Sandbox[];
beforeAll(async () => {
  sandboxes = await Promise.all([startSandbox(), startSandbox({ dialect: "azure" })]);
});
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

describe.each([
  ["in the documents' form", 0],
  ["in the dialect azure", 1],
])("%s", (_, position) => {
  const subject = (): Subject => new Subject("search:KnowledgeSource", sandboxes[position]!);
  const mistakes = (kind: string, parameters: object): Promise<string[]> =>
    subject().mistakes({ name: "source", kind, [`${kind}Parameters`]: parameters });
  const blob = { connectionString: "AccountKey=x", containerName: "manuals" };

  test.each<[string, string, object]>([
    ["blobParameters.containerName", "blob", { ...blob, containerName: 3 }],
    ["blobParameters.isADLSGen2", "blob", { ...blob, isADLSGen2: "yes" }],
    [
      "ingestionParameters.contentExtractionMode",
      "blob",
      { ...blob, ingestionParameters: { contentExtractionMode: "x" } },
    ],
    ["ingestionParameters.aiServices.uri", "blob", { ...blob, ingestionParameters: { aiServices: {} } }],
    ["ingestionParameters.embeddingModel.kind", "blob", { ...blob, ingestionParameters: { embeddingModel: {} } }],
    ["ingestionSchedule.interval", "blob", { ...blob, ingestionParameters: { ingestionSchedule: { startTime: "x" } } }],
    ["libraryOnlineParameters.resourceMetadata", "libraryOnline", { resourceMetadata: "Author" }],
    ["libraryOnlineParameters.filterExpression", "libraryOnline", { filterExpression: 3 }],
    ["webParameters.domains.allowedDomains[0].address", "web", { domains: { allowedDomains: [{}] } }],
    ["webParameters.domains.blockedDomains", "web", { domains: { blockedDomains: "x.example" } }],
  ])("%s is checked", async (path, kind, parameters) => {
    expect(await mistakes(kind, parameters)).toEqual([expect.stringContaining(path)]);
  });

  test.each<[string, object]>([
    ["blob", { ...blob, newMember: { a: 1 }, ingestionParameters: { newMember: true } }],
    ["libraryOnline", { connectionString: "Site=x", containerName: "useQuery", query: "lamps", newMember: 1 }],
    ["libraryOnline", { filterExpression: "Author: me", resourceMetadata: ["Author"], newMember: 1 }],
    [
      "web",
      { domains: { allowedDomains: [{ address: "x.example", includeSubpages: true, newMember: 1 }] }, newMember: 1 },
    ],
  ])("%s takes what is not known, and shows no change then", async (kind, parameters) => {
    const inputs = { name: "source", kind, [`${kind}Parameters`]: parameters };
    const kept = await subject().create(inputs);
    expect(await subject().plan((await subject().read(kept))!, inputs)).toBe("same");
    await subject().delete(kept);
  });

  test("its secrets are secret, also deep inside", async () => {
    const ingestionParameters = { aiServices: { uri: "https://ai.example", apiKey: "hush-hush" } };
    const kept = await subject().create({
      name: "source",
      kind: "blob",
      blobParameters: { ...blob, ingestionParameters },
    });
    const live = (await subject().get(kept.id))!;
    expect(JSON.stringify(live.outs)).not.toMatch(/hush|AccountKey/);
    await subject().delete(kept);
  });
});

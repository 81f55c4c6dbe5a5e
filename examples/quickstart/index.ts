import * as mlplane from "mlplane";

const id = (path: string) => `/subscriptions/sandbox/resourceGroups/sandbox/providers/${path}`;

const lab = new mlplane.ml.Workspace("lamp-lab", {
  location: "northeurope",
  tags: { team: "lamps" },
  storageAccount: id("Provider.Storage/storageAccounts/stlamps"),
  keyVault: id("Provider.KeyVault/vaults/kv-lamps"),
  applicationInsights: id("Provider.Insights/components/ai-lamps"),
  onDelete: "purge",
});

const lamps = new mlplane.search.Index("lamps", {
  fields: [
    { name: "id", type: "Edm.String", key: true },
    { name: "text", type: "Edm.String", searchable: true },
  ],
});

const stock = new mlplane.search.Documents("lamps", {
  index: lamps.name,
  documents: [
    { id: "1", text: "The Aurora lamp is blue and fits on a desk." },
    { id: "2", text: "The Borealis lamp is green and hangs from the ceiling." },
  ],
});

const files = new mlplane.local.CachedModel("tiny-chat-generic-cpu:3");
const chat = new mlplane.local.LoadedModel("chat", { model: files.name, ttl: 3600 });

const question = "Which lamp is blue?";
const found = mlplane.search.searchDocumentsOutput(
  { index: lamps.name, search: question, top: 1 },
  { dependsOn: stock },
);
const reply = mlplane.local.chatCompletionOutput(
  {
    model: chat.model,
    messages: [
      { role: "system", content: found.apply(({ value }) => value.map(({ document }) => document.text).join(" ")) },
      { role: "user", content: question },
    ],
  },
  { dependsOn: chat },
);

export const workspaceId = lab.workspaceId;
export const answer = reply.apply(({ choices }) => choices[0]?.message.content);

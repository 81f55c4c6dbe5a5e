/** Arguments of a workspace whose name comes from Pulumi's. */
export const lab = {
  location: "East US",
  storageAccount: "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.Storage/storageAccounts/stlab",
  keyVault: "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.KeyVault/vaults/kv-lab",
  applicationInsights: "/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.Insights/components/ai-lab",
  onDelete: "purge",
};

/** The id of a workspace. */
export const workspaceId = (name: string): string =>
  `/subscriptions/sandbox/resourceGroups/sandbox/providers/Provider.MachineLearningServices/workspaces/${name}`;

/** The body of a workspace, as somebody else would send it. */
export const workspaceBody = (tags: Record<string, string> = {}): object => {
  const { location, onDelete: _, ...properties } = lab;
  return { location, tags, properties };
};

/** Fields of an index. */
export const fields = [
  { name: "id", type: "Edm.String", key: true, filterable: true },
  { name: "title", type: "Edm.String", searchable: true },
];

// The sandbox as an offline emulator of Azure: programs that use the vendor's own clients, and no account.
// #region imports
import { startSandbox } from "mlplane/sandbox";
// #endregion
// #region search-documents imports
import { AzureKeyCredential, SearchClient, SearchIndexClient } from "@azure/search-documents";
// #endregion
// #region arm-machinelearning imports
import { AzureMachineLearningWorkspaces } from "@azure/arm-machinelearning";
// #endregion
// #region foundry-local-sdk imports
import { FoundryLocalManager } from "foundry-local-sdk/browser"; // which starts no program of the vendor's
import OpenAI from "openai";
// #endregion

export async function main(): Promise<void> {
  // #region start
  const sandbox = await startSandbox({ dialect: "azure" });
  // #endregion

  // #region search-documents
  const options = { serviceVersion: "2025-11-01-preview", allowInsecureConnection: true };
  const key = new AzureKeyCredential("sandbox");
  await new SearchIndexClient(sandbox.url, key, options).createIndex({
    name: "lamps",
    fields: [
      { name: "id", type: "Edm.String", key: true },
      { name: "title", type: "Edm.String", searchable: true },
    ],
  });
  const lamps = new SearchClient(sandbox.url, "lamps", key, options);
  await lamps.uploadDocuments([{ id: "1", title: "A blue lamp" }]);
  for await (const { document } of (await lamps.search("blue")).results) console.log(document);
  // #endregion

  // #region arm-machinelearning
  const credential = { getToken: async () => ({ token: "sandbox", expiresOnTimestamp: Date.now() + 3_600_000 }) };
  const ml = new AzureMachineLearningWorkspaces(credential, "sandbox", {
    endpoint: sandbox.url,
    apiVersion: "2023-10-01",
    allowInsecureConnection: true,
  });
  ml.pipeline.removePolicy({ name: "bearerTokenAuthenticationPolicy" }); // which wants TLS
  ml.pipeline.addPolicy({
    name: "token",
    sendRequest: (request, next) => (request.headers.set("authorization", "Bearer sandbox"), next(request)),
  });
  const ids = { storageAccount: "/storage", keyVault: "/vault", applicationInsights: "/insights" };
  await ml.workspaces.beginCreateOrUpdateAndWait("sandbox", "lab", { location: "westeurope", ...ids });
  for await (const { name } of ml.workspaces.listByResourceGroup("sandbox")) console.log(name);
  // #endregion

  // #region foundry-local-sdk
  const manager = new FoundryLocalManager({ serviceUrl: sandbox.url, fetch });
  const model = await manager.downloadModel("tiny-chat-generic-cpu");
  await manager.loadModel(model.id);
  for (const { id } of await manager.listLoadedModels()) console.log(id);
  const openai = new OpenAI({ baseURL: `${sandbox.url}/v1`, apiKey: "any" });
  const answer = await openai.chat.completions.create({
    model: model.id,
    messages: [{ role: "user", content: "hello" }],
  });
  console.log(answer.choices[0]?.message.content);
  // #endregion

  // #region stop
  await sandbox.close();
  // #endregion
}

if (require.main === module) void main();

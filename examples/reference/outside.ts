// Functions in a Node.js program without Pulumi: the connection comes from the environment.
import * as mlplane from "mlplane";

async function main(): Promise<void> {
  // #region connection
  const connection = {
    searchEndpoint: process.env.MLPLANE_SEARCH_ENDPOINT!,
    searchApiKey: process.env.MLPLANE_SEARCH_API_KEY!,
  };
  const indexes = await mlplane.search.listIndexes({}, { connection });
  console.log(indexes.map(({ name }) => name));
  // #endregion

  // #region uploadDocuments
  const results = await mlplane.search.uploadDocuments({
    index: "products",
    actions: [
      { action: "mergeOrUpload", document: { id: "3", title: "A red lamp", price: 19 } },
      { action: "delete", document: { id: "3" } },
    ],
  });
  console.log(results.map(({ key, status }) => `${key}: ${status}`));
  // #endregion

  // #region regenerateEndpointKey
  const { secondaryKey } = await mlplane.ml.regenerateEndpointKey({
    workspace: "churn-lab",
    endpoint: "churn-live",
    keyType: "secondary",
  });
  console.log(`The new key has ${secondaryKey.length} characters.`);
  // #endregion

  // #region startAgentRun
  const run = await mlplane.ml.startAgentRun({
    assistantId: "asst_1",
    messages: [{ role: "user", content: "Who is about to leave?" }],
  });
  console.log(run);
  // #endregion

  // #region streamChatCompletion
  const chunks = mlplane.local.streamChatCompletion({
    model: "tiny-chat-generic-cpu",
    messages: [{ role: "user", content: "Say hello." }],
  });
  for await (const { choices } of chunks) process.stdout.write(choices[0]?.delta?.content ?? "");
  // #endregion
}

void main();

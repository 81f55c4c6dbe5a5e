import * as mlplane from "mlplane";

// #region GpuDevice
const gpu = new mlplane.local.GpuDevice("gpu", { deviceId: 1 });
// #endregion

// #region CachedModel
const files = new mlplane.local.CachedModel("tiny-chat-generic-cpu");
// #endregion

// #region LoadedModel
const chat = new mlplane.local.LoadedModel("chat", { model: files.name, ttl: 3600 });
// #endregion

// #region listCatalog
export const catalog = mlplane.local.listCatalogOutput().apply((models) => models.map(({ name }) => name));
// #endregion

// #region listCachedModels
export const cached = mlplane.local.listCachedModelsOutput({}, { dependsOn: files });
// #endregion

// #region listLoadedModels
export const loaded = mlplane.local.listLoadedModelsOutput({}, { dependsOn: chat });
// #endregion

// #region getStatus
export const directory = mlplane.local.getStatusOutput().modelDirPath;
// #endregion

// #region getGpuDevice
export const device = mlplane.local.getGpuDeviceOutput({}, { dependsOn: gpu });
// #endregion

// #region countTokens
export const tokens = mlplane.local.countTokensOutput({
  model: chat.id,
  messages: [{ role: "user", content: "How long is this?" }],
});
// #endregion

// #region chatCompletion
const reply = mlplane.local.chatCompletionOutput({
  model: chat.id,
  messages: [{ role: "user", content: "Say hello." }],
  temperature: 0,
});
export const hello = reply.choices.apply(([choice]) => choice?.message.content);
// #endregion

import * as mlplane from "mlplane";

// Without a version, the newest of the catalog. A delete leaves its files: the service has no call that removes them.
const files = new mlplane.local.CachedModel("tiny-chat-generic-cpu");

// After an hour without use the service unloads the model by itself; `pulumi up --refresh` then loads it again.
const chat = new mlplane.local.LoadedModel("chat", { model: files.name, ttl: 3600, ep: "cpu" });

const messages: mlplane.local.ChatMessage[] = [
  { role: "system", content: "Context: The Aurora lamp is blue. The Borealis lamp is green." },
  { role: "user", content: "Which lamp is green?" },
];

// In a preview that is still to load the model, the answer is not known yet.
const reply = mlplane.local.chatCompletionOutput({ model: chat.id, messages, temperature: 0, maxTokens: 50 });

export const model = chat.id;
export const sizeMb = files.fileSizeMb;
export const tokens = mlplane.local.countTokensOutput({ model: chat.id, messages });
export const answer = reply.choices.apply(([choice]) => choice?.message.content);

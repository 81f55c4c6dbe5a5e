import type { Sandbox } from "../../sandbox";
import type { ChatMessage } from "../../sdk/local";
import { Subject } from "../subject";

/** A model that chats, and what it is asked. */
export const model = "tiny-chat-generic-cpu:3";
export const messages: ChatMessage[] = [{ role: "user", content: "Hello there" }];

/** Downloads the model and loads it. */
export async function load(sandbox: Sandbox): Promise<void> {
  await new Subject("local:CachedModel", sandbox).create({ name: model });
  await new Subject("local:LoadedModel", sandbox).create({ model });
}

/** A model that the service offers for download; the members are those of a catalog entry. */
export interface Offer {
  /** Its identifier, which ends in a colon and the version. */
  name: string;
  /** Its name for people: the identifier without the version. */
  displayName: string;
  /** The name that the variants of one model share. */
  alias: string;
  /** The version, a whole number as text. */
  version: string;
  /** Where it is downloaded from; `Uri` of a download. */
  uri: string;
  /** Who offers the download; `ProviderType` of it. */
  providerType: "VendorLocal" | "ModelHub";
  /** Who made the model. */
  publisher: string;
  /** The format of its files. */
  modelType: "ONNX";
  /** What it is for; only a model for `chat-completion` chats. */
  task: "chat-completion" | "embeddings";
  /** The device that the variant is made for. */
  runtime: { deviceType: "CPU" | "GPU" | "NPU"; executionProvider: string };
  /** The size of the download in megabytes. */
  fileSizeMb: number;
  /** Whether it can call tools. */
  supportsToolCalling: boolean;
  /** The name of its license. */
  license: string;
  /** How messages are put to the model, by role; null for one that does not chat. */
  promptTemplate: Record<string, string> | null;
}

const chat = {
  providerType: "VendorLocal",
  publisher: "Acme",
  modelType: "ONNX",
  task: "chat-completion",
  license: "MIT",
  promptTemplate: {
    system: "<|system|>{Content}<|end|>",
    user: "<|user|>{Content}<|end|>",
    assistant: "<|assistant|>{Content}<|end|>",
    prompt: "<|user|>{Content}<|end|><|assistant|>",
  },
} as const;

const cpu = { deviceType: "CPU", executionProvider: "CPUExecutionProvider" } as const;
const webGpu = { deviceType: "GPU", executionProvider: "WebGpuExecutionProvider" } as const;
const cuda = { deviceType: "GPU", executionProvider: "CUDAExecutionProvider" } as const;

/** The catalog: devices in the order of the service (vendor GPU, generic GPU, CPU), versions in none. */
export const catalog: readonly Offer[] = [
  offer("tiny-chat-cuda-gpu:3", {
    ...chat,
    alias: "tiny-chat",
    runtime: cuda,
    fileSizeMb: 1450,
    supportsToolCalling: false,
  }),
  offer("tiny-chat-generic-gpu:3", {
    ...chat,
    alias: "tiny-chat",
    runtime: webGpu,
    fileSizeMb: 980,
    supportsToolCalling: false,
  }),
  offer("tiny-chat-generic-cpu:2", {
    ...chat,
    alias: "tiny-chat",
    runtime: cpu,
    fileSizeMb: 790,
    supportsToolCalling: false,
  }),
  offer("tiny-chat-generic-cpu:3", {
    ...chat,
    alias: "tiny-chat",
    runtime: cpu,
    fileSizeMb: 812,
    supportsToolCalling: false,
  }),
  offer("small-chat-generic-cpu:1", {
    ...chat,
    alias: "small-chat",
    runtime: cpu,
    fileSizeMb: 2310,
    supportsToolCalling: true,
  }),
  offer("mini-embed-cpu:1", {
    ...chat,
    alias: "mini-embed",
    providerType: "ModelHub",
    task: "embeddings",
    runtime: cpu,
    fileSizeMb: 92,
    supportsToolCalling: false,
    promptTemplate: null,
  }),
];

/** A model that is downloaded by its `Uri` and a token only, and that the catalog does not list. */
export const gated = offer("gated-chat-cpu:1", {
  ...chat,
  alias: "gated-chat",
  providerType: "ModelHub",
  runtime: cpu,
  fileSizeMb: 640,
  supportsToolCalling: false,
});

/** The name without its version. */
export function withoutVersion(name: string): string {
  return name.replace(/:[^:]*$/, "");
}

function offer(name: string, rest: Omit<Offer, "name" | "displayName" | "version" | "uri">): Offer {
  const displayName = withoutVersion(name);
  const version = name.slice(displayName.length + 1);
  return { name, displayName, version, uri: `hub://registry/${displayName}/${version}`, ...rest };
}

import { Hono } from "hono";
import { z } from "zod";
import type { Context, Router } from "../../context";
import { bodyOf } from "../body";
import { streamed } from "../streamed";
import { catalog, gated } from "./catalog";
import { type Models, matching } from "./models";
import { progressForms } from "./progress";

const downloadSchema = z.object({
  model: z.object({
    Uri: z.string().min(1),
    Name: z.string().min(1),
    ProviderType: z.enum(["VendorLocal", "ModelHub"]),
    Publisher: z.string().nullish(),
    PromptTemplate: z.record(z.string(), z.unknown()).nullish(),
  }),
  token: z.string().nullish(),
  IgnorePipeReport: z.boolean().nullish(),
});

type Download = z.infer<typeof downloadSchema>;

const files = ["genai_config.json", "tokenizer.json", "model.onnx", "model.onnx.data"];

/** The route that downloads a model; from the first progress on the status is 200, also when the download fails. */
export function downloadRoutes(context: Context, models: Models): Router {
  const app: Router = new Hono();
  app.post("/compat/download", async (c) => {
    const download = await bodyOf(c.req, downloadSchema);
    return streamed(report(download), { "Content-Type": "text/plain; charset=utf-8" });
  });
  return app;

  async function* report(download: Download): AsyncGenerator<string> {
    const form = progressForms[context.behaviour.downloadForm];
    const { name, uri, refusal } = chosen(download);
    const outcome = context.outcome("POST", "/compat/download");
    if (refusal !== undefined) return yield form.result(refusal);
    const isThere = models.isCached(name);
    // All of it at once; so the result is never part of the first piece, which clients may not take apart.
    if (isThere) yield form.progress(files.at(-1)!, 1, 1);
    for (const [at, file] of isThere ? [] : files.entries()) {
      yield form.progress(file, 0, at / files.length);
      yield form.progress(file, 0.5, (at + 0.5) / files.length);
      if (outcome !== undefined)
        return yield form.result(outcome.error?.message ?? `The download ended as ${outcome.status}.`);
    }
    models.cache(name, uri);
    yield form.end;
    const result = form.result(null);
    const middle = result.length / 2;
    yield result.slice(0, middle);
    yield result.slice(middle);
  }
}

/** The name under which a download is cached and, when it cannot be, the reason. */
function chosen({ model, token }: Download): { name: string; uri: string; refusal?: string } {
  const { Uri: uri, Name: name, ProviderType: providerType } = model;
  const offer = [...catalog, gated].find(
    (candidate) => candidate.uri === uri && candidate.providerType === providerType,
  );
  if (offer === undefined) return { name, uri, refusal: `${providerType} has no model at ${uri}` };
  if (offer === gated && token !== "sandbox")
    return { name, uri, refusal: `${uri} needs a token that gives access to it` };
  if (matching(name, [offer]).length > 0) return { name: offer.name, uri };
  if (matching(name, catalog).length > 0) return { name, uri, refusal: `${uri} is not the model ${name}` };
  return { name, uri };
}

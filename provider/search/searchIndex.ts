import * as z from "zod";
import { defineResource } from "../core/resource";
import { restVerbs } from "../core/rest";
import { fromBody } from "../core/body";
import { fields } from "./field";
import { isBusy, name, readOnly } from "./shared";
import { vectorSearch } from "./vectorSearch";

/** A search index: document 2, "Index". */
export const index = defineResource({
  kind: "search:Index",
  description: "A search index: named fields by which documents are stored and queried.",

  ...restVerbs({
    api: "search",
    url: "/indexes/{name}",
    list: "/indexes",
    top: ["name"],
    etag: true,
    create: "ifNoneMatch",
    gone: "atOnce",
    readOnly,
    isBusy,
    fromBody: (body) => ({ ...fromBody({}, body), etag: body["@odata.etag"] }),

    inputs: z.object({
      name,
      fields,
      vectorSearch,
    }),

    outputs: z.object({
      etag: z.string().describe("Changes with every write of the index."),
    }),
  }),
});

import { plainForm } from "../core/form";
import { defineService, passing, type Setting } from "../core/service";

declare module "../core/settings" {
  interface Services {
    local: true;
  }
}

/** The configuration keys of document 3. */
export const settings = {
  localEndpoint: {
    description: "The address of the local inference service, `{base_url}` of document 3.",
    default: "http://127.0.0.1:5272",
    address: true,
  },
} as const satisfies Record<string, Setting>;

/** The local inference service, whose 500 is the failure of a model; that of a call that only reads may pass. */
export const local = defineService({
  name: "the local inference service",
  address: "localEndpoint",
  needs: () => [],
  passing: passing.filter((status) => status !== 500),
  passingReads: [500],
  advice: ({ reason }) =>
    /not loaded/i.test(reason)
      ? "Declare a local.LoadedModel and ask by its `id`. The service unloads a model whose time is over; " +
        "`pulumi up --refresh` loads it again."
      : undefined,
  // Document 3 does not show the form of an error, so that its 404 cannot be told from that of another server.
  form: { ...plainForm, secretNames: ["token"] },
});

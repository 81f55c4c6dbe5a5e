import { Hono } from "hono";
import type { Context, Router } from "../context";
import { catalog } from "./models/catalog";
import { invalid } from "./refusal";

/** The GPU devices of the machine that the sandbox plays. */
const gpuDevices = [0, 1, 2, 3];

/** The routes of the catalog, the server's status and the GPU device. */
export function statusRoutes(context: Context): Router {
  const app: Router = new Hono();
  const settings = context.collection<number>("local/settings");

  app.get("/runtime/list", (c) => c.json(context.behaviour.catalogList === "array" ? catalog : { models: catalog }));

  app.get("/compat/status", (c) => {
    const status = {
      Endpoints: [context.url()],
      ModelDirPath: "/var/lib/inference/models",
      PipeName: "inference_agent",
    };
    return c.json(context.behaviour.statusCasing === "PascalCase" ? status : inCamelCase(status));
  });

  app.get("/compat/getgpudevice", (c) => c.json(settings.get("gpuDevice") ?? 0));

  app.get("/compat/setgpudevice/:deviceId", (c) => {
    const id = c.req.param("deviceId");
    const device = gpuDevices.find((candidate) => String(candidate) === id);
    if (device === undefined) throw invalid(`There is no GPU device ${id}; the devices are ${gpuDevices.join(", ")}.`);
    settings.set("gpuDevice", device);
    return c.body(null, 200);
  });
  return app;
}

function inCamelCase(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
  );
}

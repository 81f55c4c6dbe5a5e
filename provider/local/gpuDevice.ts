import * as z from "zod";
import { UserError } from "../core/errors";
import { path, sendWrite } from "../core/http";
import { defineResource, type Context } from "../core/resource";
import { isBag } from "../core/wire";

/** The GPU of the service: document 3, "Get GPU device" and "Set GPU device". */
export const gpuDevice = defineResource({
  kind: "local:GpuDevice",
  description: "The GPU that the service uses; there is always one, which a delete sets back to what it was.",
  idForm: "gpu",
  requests: {
    create: "GET `getgpudevice`, GET `setgpudevice`",
    update: "GET `setgpudevice`",
    delete: "GET `setgpudevice` to the previous one",
    refresh: "GET",
  },
  apis: ["local"],

  inputs: z.object({
    deviceId: z.int().min(0).describe("The ID of the device. It counts for models that are loaded afterwards."),
  }),

  outputs: z.object({
    previousDeviceId: z.int().describe("The ID of the device that was set before, which a delete sets again."),
  }),

  async create({ deviceId }, context) {
    const previousDeviceId = await deviceIdOf(context);
    await setDevice(deviceId, context);
    return { id: "gpu", inputs: { deviceId }, outputs: { previousDeviceId } };
  },

  async read(_id, context, { previousDeviceId }) {
    const deviceId = await deviceIdOf(context);
    return { id: "gpu", inputs: { deviceId }, outputs: { previousDeviceId: previousDeviceId ?? deviceId } };
  },

  async update(id, { deviceId }, { previousDeviceId }, context) {
    await setDevice(deviceId, context);
    return { id, inputs: { deviceId }, outputs: { previousDeviceId } };
  },

  async delete(_id, { previousDeviceId }, context) {
    if (typeof previousDeviceId === "number" && previousDeviceId >= 0) return setDevice(previousDeviceId, context);
    context.log.info("no GPU device was set before; the present one stays");
  },
});

/** GET /compat/getgpudevice: the ID of the device that is set. Throws `UserError` for an answer without one. */
export async function deviceIdOf({ local }: Pick<Context, "local">): Promise<number> {
  const { body, status } = await local.send({ method: "GET", path: "/compat/getgpudevice" });
  const value = isBag(body) ? Object.values(body)[0] : body;
  const id = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (!Number.isSafeInteger(id)) throw new UserError(`GET /compat/getgpudevice answered ${status} without a device ID`);
  return id as number;
}

/** GET /compat/setgpudevice/{deviceId}. */
async function setDevice(deviceId: number, { local }: Context): Promise<void> {
  await sendWrite(local, { method: "GET", path: path`/compat/setgpudevice/${deviceId}`, changes: true });
}

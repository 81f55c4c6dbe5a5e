import { startSandbox, type Sandbox } from "../../sandbox";
import * as local from "../../sdk/local";
import { configurationFor, Subject } from "../subject";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const device = (): Promise<number> => local.getGpuDevice({}, { connection: configurationFor(sandbox) });

test("is set at once, whatever it was, and set back to that on delete, also after an edit", async () => {
  await fetch(`${sandbox.url}/compat/setgpudevice/3`);
  const subject = new Subject("local:GpuDevice", sandbox);
  const kept = await subject.create({ deviceId: 1 });
  expect([kept.id, kept.outs["previousDeviceId"], await device()]).toEqual(["gpu", 3, 1]);
  const changed = await subject.update(kept, { deviceId: 2 });
  expect([changed.outs["previousDeviceId"], await device()]).toEqual([3, 2]);
  await subject.delete(changed);
  expect(await device()).toBe(3);
});

test("a device that the machine does not have is the service's refusal, and is not taken for set", async () => {
  await expect(new Subject("local:GpuDevice", sandbox).create({ deviceId: 9 })).rejects.toThrow(
    /^GET \/compat\/setgpudevice\/9 answered 400: There is no GPU device 9/,
  );
  expect(await device()).toBe(0);
});

test("a page does not count as the answer of the service", async () => {
  const subject = new Subject("local:GpuDevice", sandbox);
  const kept = await subject.create({ deviceId: 1 });
  sandbox.faults.push({ match: "GET /compat/setgpudevice", status: 200, body: "<html>sign in</html>" });
  await expect(subject.delete(kept)).rejects.toThrow("GET /compat/setgpudevice/0 answered 200: an HTML page");
});

test("an ID that no number can be is told", async () => {
  sandbox.faults.push({ match: "GET /compat/getgpudevice", status: 200, body: "9007199254740992" });
  await expect(device()).rejects.toThrow("GET /compat/getgpudevice answered 200 without a device ID");
});

test("where none was set before, a delete leaves the present one", async () => {
  sandbox.faults.push({ match: "GET /compat/getgpudevice", status: 200, body: "-1" });
  const subject = new Subject("local:GpuDevice", sandbox);
  const kept = await subject.create({ deviceId: 1 });
  await subject.delete(kept);
  expect(await device()).toBe(1);
});

import { InitFailedError } from "../../provider/core/errors";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { configurationFor, Subject } from "../subject";
import { plugin } from "./call";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { throughThePlugin } from "./verbs";

/** In a file of its own: what is cancelled is the process. */
throughThePlugin();

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ behaviour: { polls: 1000 } });
});
afterAll(() => sandbox.close());

test("a cancelled run waits for nothing more; what was accepted is kept, and the next up goes on", async () => {
  const { inputs } = fixtures["ml:Workspace"]!;
  const made = new Subject("ml:Workspace", sandbox).create(inputs);
  const ended = made.catch((error: Error) => error);
  while (!sandbox.requests.some(({ method }) => method === "PUT")) await new Promise(setImmediate);
  const cancel = await plugin(configurationFor(sandbox));
  await cancel("cancel", new Empty());
  const error = await ended;
  expect(error).toBeInstanceOf(InitFailedError);
  expect(error).toMatchObject({
    id: expect.stringMatching(/workspaces/),
    message: expect.stringMatching(/^The run was cancelled\. /),
    properties: { name: inputs["name"] },
  });
  const sent = sandbox.requests.length;
  await expect(new Subject("ml:Workspace", sandbox).create(inputs)).rejects.toThrow("The run was cancelled.");
  expect(sandbox.requests.length).toBe(sent);
});

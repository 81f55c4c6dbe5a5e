import { main } from "../../examples/reference/vendors";

test("the programs of the reference run against the sandbox", async () => {
  expect(await main()).toEqual(["A blue lamp", "lab", "tiny-chat-generic-cpu:3", "You said: hello"]);
}, 60_000);

import { main } from "../../examples/reference/vendors";

test("the programs of the reference run against the sandbox", async () => {
  const log = jest.spyOn(console, "log").mockImplementation();
  await main();
  expect(log.mock.calls.flat()).toEqual([
    expect.objectContaining({ title: "A blue lamp" }),
    "lab",
    "tiny-chat-generic-cpu:3",
    "You said: hello",
  ]);
}, 60_000);

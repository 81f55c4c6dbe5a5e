import type { Kept } from "../subject";
import { Lab, W } from "./lab";

/** Reads of several resources at about the same time: a list answers for all of them. */
const names = Array.from({ length: 12 }, (_, number) => `box-${number}`);
const box = { workspace: "lab", computeType: "ComputeInstance", vmSize: "Standard_DS3_v2" };
const make = (lab: Lab): Promise<Kept[]> => Promise.all(names.map((name) => lab.make("Compute", { ...box, name })));
const read = (lab: Lab, all: Kept[]): Promise<(Kept | undefined)[]> =>
  Promise.all(all.map((one) => lab.of("Compute").read(one)));

/** What the last reads asked for. */
function asked(lab: Lab): string[] {
  const paths = lab.sent(/^GET .*computes/).map(({ path }) => path.split("/computes")[1]!.split("?")[0]!);
  lab.sandbox.requests.length = 0;
  return paths.sort();
}

let lab: Lab;
let boxes: Kept[];
beforeEach(async () => {
  lab = await Lab.start({ pageSize: 5 });
  boxes = await make(lab);
  asked(lab);
});
afterEach(() => lab.close());

test("many are read by one list, its pages followed; those that come a moment later use it too", async () => {
  expect((await read(lab, boxes.slice(0, 6))).map((one) => one?.outs["name"])).toEqual(names.slice(0, 6));
  expect((await read(lab, boxes.slice(6))).map((one) => one?.outs["name"])).toEqual(names.slice(6));
  expect(asked(lab)).toEqual(["", "", ""]);
});

test("one alone is read at its own address", async () => {
  await read(lab, boxes.slice(0, 1));
  expect(asked(lab)).toEqual(["/box-0"]);
});

test("nobody is shown the same list twice, nor one from before a write", async () => {
  await read(lab, boxes);
  expect(asked(lab)).toHaveLength(3);
  await read(lab, boxes);
  expect(asked(lab)).toHaveLength(3);
  await read(lab, boxes.slice(0, 6));
  asked(lab);
  await lab.make("Compute", { ...box, name: "new" });
  asked(lab);
  await read(lab, boxes.slice(6));
  expect(asked(lab)).toHaveLength(3);
});

test("what the list does not show is asked for by itself before it counts as gone", async () => {
  await lab.service.send("DELETE", `${W}/computes/box-3?underlyingResourceAction=Delete`);
  const found = await read(lab, boxes);
  expect(found.map((one) => one !== undefined)).toEqual(names.map((name) => name !== "box-3"));
  expect(new Set(asked(lab))).toEqual(new Set(["", "/box-3"]));
});

test.each([403, 404, 405])("where the list is refused with %d, each is asked for by itself", async (status) => {
  lab.sandbox.faults.push({ match: "GET .*/computes$", status, times: 1000 });
  expect((await read(lab, boxes)).map((one) => one?.outs["name"])).toEqual(names);
  expect(new Set(asked(lab))).toEqual(new Set(["", ...names.map((name) => `/${name}`)]));
});

test("jobs whose names differ in letter case only are not mixed up", async () => {
  const places = { compute: `${W}/computes/cpu`, environment: `${W}/environments/a` };
  const job = { workspace: "lab", jobType: "Command", command: "true", ...places };
  const made = await Promise.all(
    ["train", "TRAIN"].map((name) => lab.make("Job", { ...job, name, displayName: `that of ${name}` })),
  );
  const found = await Promise.all(made.map((one) => lab.of("Job").read(one)));
  expect(found.map((one) => one?.outs["displayName"])).toEqual(["that of train", "that of TRAIN"]);
});

test("what was in a place that is gone is gone too", async () => {
  await lab.service.send("DELETE", `${W}?forceToPurge=true`);
  expect(await read(lab, boxes)).toEqual(boxes.map(() => undefined));
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Claim } from "../../provider/core/claim";
import { Claims } from "../../provider/core/claims";
import { SharedRecord } from "../../provider/core/sharedRecord";
import { SharedTurns } from "../../provider/core/sharedTurns";
import { now } from "../../provider/core/time";

/** What the provider processes of one run tell each other: two of them, as two processes that run have it. */
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "mlplane-turns-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const long = (): number => now() + 60_000;
const turns = (run: string, pid: number): SharedTurns => new SharedTurns(run, folder, pid);

test("one process at a time has the turn of a name; other names and other runs do not wait", async () => {
  const [ours, theirs] = [turns("run", process.pid), turns("run", process.ppid)];
  const end = await ours.take("lamps", long());
  const order: string[] = [];
  const waiting = theirs.take("lamps", long()).then((over) => {
    order.push("theirs");
    over();
  });
  (await theirs.take("desks", long()))();
  (await turns("another run", process.ppid).take("lamps", long()))();
  order.push("ours");
  end();
  await waiting;
  expect(order).toEqual(["ours", "theirs"]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a turn of a process that has ended does not count, and no turn is waited for longer than the operation lasts", async () => {
  await turns("run", 2 ** 22 + 1).take("lamps", long());
  await turns("run", process.pid).take("lamps", long());
  const end = await turns("run", process.ppid).take("lamps", now());
  end();
  expect(readdirSync(folder)).toHaveLength(1);
});

test("where no file can be written, nobody waits", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const blocked = (pid: number): SharedTurns => new SharedTurns("run", join(file, "inside"), pid);
  await blocked(process.pid).take("lamps", long());
  await blocked(process.ppid).take("lamps", long());
});

const claimsOf = (pid: number) => new Claims(new SharedRecord<Claim | { left: string[] }>("run", folder, pid));

test("a process hears what another one deletes, before it asks who holds it", () => {
  const [ours, theirs] = [claimsOf(process.pid), claimsOf(process.ppid)];
  theirs.leave(["lamps/p1", "lamps/p2"]);
  expect(ours.left(["lamps/p2", "lamps/p3"])).toEqual(new Set(["lamps/p2"]));
  ours.note({ line: "a::b", objects: ["lamps/p4"], stage: "made" });
  expect(theirs.heldByOthers(["lamps/p4"], { line: "a::c" })).toEqual(new Map([["lamps/p4", "a::b"]]));
});

test("what runs that have ended left behind a day ago is swept, once an hour", () => {
  const tell = (run: string): void => new SharedRecord<string>(run, folder).add("lamps");
  const old = (name: string, hours: number): void => {
    const then = Date.now() / 1000 - hours * 60 * 60;
    utimesSync(join(folder, name), then, then);
  };
  const leave = (name: string, pid: number, hours: number): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, String(pid)), "");
    old(name, hours);
  };
  leave("ended", 2 ** 22 + 1, 25);
  leave("young", 2 ** 22 + 1, 23);
  leave("running", process.ppid, 25);
  writeFileSync(join(folder, "turn-left"), "");
  old("turn-left", 25);
  tell("run");
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["young", "running"]));
  expect(readdirSync(folder)).not.toContain("ended");
  expect(readdirSync(folder)).not.toContain("turn-left");
  old("young", 25);
  tell("another run");
  expect(readdirSync(folder)).toContain("young");
  old("swept", 2);
  tell("a third run");
  expect(readdirSync(folder)).not.toContain("young");
});

test("a process hears which object another one makes in the place of which, and which it only keeps", () => {
  const [ours, theirs] = [claimsOf(process.pid), claimsOf(process.ppid)];
  const claim = {
    line: "a::lamps",
    objects: ["/indexes/lamps-2"],
    id: "/indexes/Lamps-2",
    replaces: "/indexes/lamps-1",
  };
  for (const stage of ["stored", "compared"] as const) ours.note({ ...claim, stage });
  expect([theirs.isReplacement("/indexes/lamps-2"), theirs.successor("/indexes/lamps-1")]).toEqual([
    false,
    "/indexes/Lamps-2",
  ]);
  const back = {
    line: claim.line,
    objects: ["/indexes/lamps-1"],
    id: "/indexes/lamps-1",
    replaces: "/indexes/lamps-2",
  };
  for (const stage of ["declared", "made"] as const) {
    ours.note({ ...back, stage });
    expect([theirs.isReplacement("/indexes/lamps-1"), theirs.successor("/indexes/lamps-1")]).toEqual([true, undefined]);
  }
});

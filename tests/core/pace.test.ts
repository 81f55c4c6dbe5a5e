import { Pace, type Turn } from "../../provider/core/pace";

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

/** Lets what is due happen, up to a time from now. */
const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);
const FOREVER = Number.POSITIVE_INFINITY;

/** The turns that a queue gives within some time to as many as want one; each ends at once as told. */
async function turns(
  pace: Pace,
  count: number,
  milliseconds: number,
  end: (turn: Turn) => void = (turn) => turn.accept(),
): Promise<number[]> {
  const start = Date.now();
  const at: number[] = [];
  for (let index = 0; index < count; index++) {
    void pace.turn(FOREVER).then((turn) => {
      at.push(Date.now() - start);
      end(turn!);
    });
  }
  await pass(milliseconds);
  return at;
}

describe("turns", () => {
  test("come in the order in which they were asked for", async () => {
    const pace = new Pace(10);
    const order: number[] = [];
    for (let index = 0; index < 20; index++)
      void pace.turn(FOREVER).then((turn) => (order.push(index), turn!.accept()));
    await pass(5_000);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test.each([3, 10, 50, 100])("never come faster than %i in any second", async (rate) => {
    const at = await turns(new Pace(rate), 4 * rate, 10_000);
    expect(at).toHaveLength(4 * rate);
    for (const time of at)
      expect(at.filter((other) => other >= time && other < time + 1000).length).toBeLessThanOrEqual(rate);
  });

  test("are few at first where the rate is not known, and more with every success", async () => {
    const pace = new Pace();
    const open: (() => void)[] = [];
    for (let index = 0; index < 100; index++) void pace.turn(FOREVER).then((turn) => open.push(() => turn!.accept()));
    const rounds: number[] = [];
    await pass(0);
    while (open.length > 0) {
      rounds.push(open.length);
      for (const end of open.splice(0)) end();
      await pass(0);
    }
    expect(rounds[0]).toBe(2);
    expect(rounds.slice(0, -1)).toEqual(rounds.slice(0, -1).sort((a, b) => a - b));
    expect(Math.max(...rounds)).toBe(3);
  });

  test("are given back by calls that end without an answer", async () => {
    const pace = new Pace();
    expect(await turns(pace, 10, 0, (turn) => turn.release())).toHaveLength(10);
    expect(pace.idle).toBe(true);
  });

  test("are not waited for longer than the caller has time, and then go to the next", async () => {
    const pace = new Pace();
    (await pace.turn(FOREVER))!.refuse(60);
    const given: unknown[] = [];
    void pace.turn(performance.now() + 5_000).then((turn) => given.push(["first", turn !== undefined]));
    void pace.turn(FOREVER).then((turn) => (given.push(["second", turn !== undefined]), turn!.accept()));
    await pass(5_000);
    expect(given).toEqual([["first", false]]);
    await pass(55_000);
    expect(given).toEqual([
      ["first", false],
      ["second", true],
    ]);
    expect(pace.idle).toBe(true);
  });
});

describe("after a refusal", () => {
  test("nobody leaves before its Retry-After has passed, and then one by one", async () => {
    const pace = new Pace();
    await turns(pace, 50, 100);
    (await pace.turn(FOREVER))!.refuse(7);
    const at = await turns(pace, 20, 60_000);
    expect(at).toHaveLength(20);
    expect(at[0]).toBeGreaterThanOrEqual(7_000);
    expect(new Set(at).size).toBe(20);
  });

  test("who waits already and cannot wait that long is told at once, and the others go when its time is over", async () => {
    const pace = new Pace();
    const [one] = await Promise.all([pace.turn(FOREVER), pace.turn(FOREVER)]);
    const given: unknown[] = [];
    void pace.turn(performance.now() + 5_000).then((turn) => given.push(["short", turn !== undefined]));
    void pace.turn(FOREVER).then((turn) => (given.push(["long", turn !== undefined]), turn!.accept()));
    one!.refuse(60);
    await pass(0);
    expect(given).toEqual([["short", false]]);
    await pass(60_000);
    expect(given).toEqual([
      ["short", false],
      ["long", true],
    ]);
  });

  test("nobody else waits for one that asks for longer than services are away", async () => {
    const pace = new Pace();
    (await pace.turn(FOREVER))!.refuse(3600);
    expect(await turns(pace, 3, 2_000)).toHaveLength(3);
  });

  test("the longest of several waits counts", async () => {
    const pace = new Pace();
    await turns(pace, 4, 0);
    const [one, two, three] = await Promise.all([pace.turn(FOREVER), pace.turn(FOREVER), pace.turn(FOREVER)]);
    one!.refuse(2);
    two!.refuse(9);
    three!.refuse(1);
    expect((await turns(pace, 1, 60_000))[0]).toBeGreaterThanOrEqual(9_000);
  });

  test("without Retry-After the waits grow, up to half a minute, until one succeeds", async () => {
    const pace = new Pace();
    const waits: number[] = [];
    const call = async (): Promise<void> => {
      const asked = Date.now();
      const turn = await pace.turn(FOREVER);
      waits.push(Date.now() - asked);
      if (waits.length === 10) return turn!.accept();
      turn!.refuse();
      await call();
    };
    void call();
    await pass(300_000);
    expect(waits).toHaveLength(10);
    expect(waits[1]).toBeLessThanOrEqual(1_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(30_000);
    (await pace.turn(FOREVER))!.refuse();
    expect((await turns(pace, 1, 60_000))[0]).toBeLessThanOrEqual(1_200);
  });

  test("one alone slows the calls for a short while only", async () => {
    const pace = new Pace();
    await turns(pace, 20, 0);
    (await pace.turn(FOREVER))!.refuse(1);
    await turns(pace, 1000, 90_000);
    const at = await turns(pace, 100, 1_000);
    expect(at).toHaveLength(100);
  });
});

/** A service that answers some calls per second, and what happens when workers call it. */
async function simulate({
  rate,
  retryAfter,
  workers,
  calls,
  known = false,
  latency = 20,
  byTheClock = false,
}: {
  rate: number;
  retryAfter?: number;
  workers: number;
  calls: number;
  known?: boolean;
  latency?: number;
  byTheClock?: boolean;
}) {
  const pace = new Pace(known ? rate : undefined);
  const start = Date.now();
  let [refusals, early, done, left, notBefore] = [0, 0, 0, calls, 0];
  const served: number[] = [];
  const call = async (): Promise<void> => {
    for (;;) {
      const turn = (await pace.turn(FOREVER))!;
      const sent = Date.now();
      if (sent < notBefore) early += 1;
      await new Promise((resolve) => setTimeout(resolve, latency / 2));
      const since = byTheClock ? Date.now() - (Date.now() % 1000) - 1 : Date.now() - 1000;
      while (served[0] !== undefined && served[0] <= since) served.shift();
      const accepted = served.length < rate;
      if (accepted) served.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, latency / 2));
      if (accepted) {
        done += 1;
        return turn.accept();
      }
      refusals += 1;
      if (retryAfter !== undefined) notBefore = Math.max(notBefore, Date.now() + retryAfter * 1000);
      turn.refuse(retryAfter);
    }
  };
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  const all = Promise.all(Array.from({ length: workers }, worker));
  let ended = 0;
  void all.then(() => (ended = Date.now()));
  for (let seconds = 0; seconds < 600 && ended === 0; seconds++) await pass(1_000);
  return { refusals, early, done, seconds: (ended - start) / 1000 };
}

const matrix = [3, 10, 50].flatMap((rate) => [undefined, 1, 5].map((retryAfter) => ({ rate, retryAfter })));

describe.each(matrix)("$rate calls per second, refused with Retry-After $retryAfter", ({ rate, retryAfter }) => {
  const service = { rate, calls: 100, workers: 8, ...(retryAfter !== undefined && { retryAfter }) };

  test(
    "a hundred calls from eight at a time meet few refusals, none is asked again too early, and the time is well " +
      "used",
    async () => {
      const { refusals, early, done, seconds } = await simulate(service);
      expect({ early, done }).toEqual({ early: 0, done: 100 });
      expect(refusals).toBeLessThanOrEqual(5);
      expect(seconds).toBeLessThan(5 + 10 * (retryAfter ?? 1) + 3 * (100 / rate));
    },
  );

  test("at a known rate there is no refusal", async () => {
    expect(await simulate({ ...service, known: true })).toMatchObject({ refusals: 0, done: 100 });
  });
});

test.each([3, 10, 50])(
  "a service that counts %i calls by the second of its clock refuses few, whenever in a second they begin, " +
    "however many call and however slow it is",
  async (rate) => {
    for (let begin = 0; begin < 1000; begin += 50) {
      for (const [workers, latency] of [
        [8, 20],
        [4, 2],
        [8, 120],
        [32, 40],
      ] as const) {
        jest.setSystemTime(1_000_000 + begin);
        const { refusals, early, done } = await simulate({
          rate,
          retryAfter: 1,
          calls: 100,
          workers,
          latency,
          byTheClock: true,
        });
        expect({ early, done, begin }).toEqual({ early: 0, done: 100, begin });
        expect(refusals).toBeLessThanOrEqual(5);
      }
    }
  },
);

test("a single caller, a hundred callers and slow answers are met as well", async () => {
  for (const workers of [1, 100]) {
    for (const latency of [2, 400]) {
      const { early, done, refusals } = await simulate({ rate: 10, retryAfter: 1, calls: 100, workers, latency });
      expect({ early, done, workers, latency }).toEqual({ early: 0, done: 100, workers, latency });
      expect(refusals).toBeLessThanOrEqual(20);
    }
  }
});

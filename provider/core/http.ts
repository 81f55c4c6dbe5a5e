import { isDeepStrictEqual } from "node:util";
import type { Dispatcher } from "undici";
import { adviceOn, onForeign404, toConfigure } from "./advice";
import { apiError, parsed, retryAfter } from "./answer";
import { mayRepeat, type Answer, type Call, type Http, type Service } from "./call";
import { asError, overTime, TimeoutError, UserError, type ApiError } from "./errors";
import { exchange, isOwn, textOf, urlOf, type Exchange } from "./exchange";
import { answered, brokenOff, codeOf, isEarly, isForeign, noAnswer } from "./failure";
import { BELIEVED, type Turn } from "./pace";
import { redact } from "./redact";
import { LONGEST, now, pause, type Time } from "./time";

export type { Answer, Call, Http, Service } from "./call";
export { readObject } from "./readObject";
export { sendWrite } from "./sendWrite";
export { path, segment } from "./url";

/**
 * The calls to a service within one operation; `tell` shows what is waited for, `wrote` hears of every write before it
 * begins and when it has ended. What they throw stands at `Http`.
 */
export function http(
  service: Service,
  time: Time,
  tell: (text: string) => void = () => {},
  wrote: () => void = () => {},
): Http {
  const mask = (text: string): string => redact(text, service.secrets());
  const left = (): number => time.deadline - now();

  const refusalOf = (call: Call, url: URL, { status, headers, body }: Exchange<unknown>): ApiError => {
    const isMissing = status === 404 ? service.form.saysNotThere?.({ path: url.pathname, headers, body }) : undefined;
    return apiError(
      { method: call.method, path: url.pathname },
      { status, headers, body },
      mask,
      (refusal) =>
        isMissing === false ? onForeign404(service, refusal) : adviceOn(service, refusal, headers["location"]),
      isMissing === true,
    );
  };

  const send = async <T>(call: Call, read: (raw: Dispatcher.ResponseData) => Promise<T>) => {
    const always = mayRepeat(call);
    const started = now();
    let refused: Record<string, string> | undefined;
    let before: ApiError | undefined;
    for (let tries = 0; ; tries++) {
      const url = urlOf(service, call);
      const isOurService = isOwn(service, call, url);
      const pace = service.pace(url.origin);
      const turn = await pace.turn(time.deadline);
      if (turn === undefined)
        throw overTime(
          `${call.method} ${url.pathname}: ${service.name} lets calls wait, and the time is over`,
          before ?? pace.refusal,
        );
      const credentials = isOurService ? await service.authorize(refused, tell).catch(released(turn)) : {};
      const heard = (raw: Dispatcher.ResponseData): Promise<T> => {
        answered.add(url.origin);
        return read(raw);
      };
      const got = await exchange(url, call, credentials, left(), heard).catch((thrown: unknown) => ({
        failure: asError(thrown),
      }));

      if ("failure" in got) {
        turn.release();
        const { failure } = got;
        if (failure instanceof TimeoutError) throw overTime(failure.message, before);
        if (failure instanceof UserError || codeOf(failure) === undefined) throw failure;
        const early = isEarly(failure);
        const wait = backoff(tries);
        const patience = early && !answered.has(url.origin) ? started + UNREACHABLE - now() : Infinity;
        if ((!early && !always) || isForeign(failure, url) || wait * 1000 > Math.min(left(), patience))
          throw noAnswer(service, call, url, failure, before);
        tell(`${service.name} does not answer (${codeOf(failure)}); trying again`);
        await pause(wait * 1000);
        continue;
      }

      const { status, headers, body } = got;
      const accepted = status < 300 || call.accept?.includes(status) === true;
      const passing = isRead(call) ? [...service.passing, ...(service.passingReads ?? [])] : service.passing;
      const passes = !accepted && passing.includes(status);
      const waits = status === 429 || (status === 503 && passes);
      const refusal = accepted ? undefined : refusalOf(call, url, got);
      if (waits && refusal !== undefined) turn.refuse(retryAfter(headers), refusal);
      else if (status < 500) turn.accept();
      else turn.release();
      if (refusal === undefined) return { status, headers, body, url: url.href };
      if (status === 401 && isOurService && refused === undefined) {
        refused = credentials;
        if (!isDeepStrictEqual(await service.authorize(refused, tell), refused)) continue;
      }
      const wait = Math.max(backoff(tries), retryAfter(headers) ?? 0);
      const patience = status === 500 ? started + BROKEN - now() : Infinity;
      if (!passes || (status !== 429 && !always) || wait * 1000 > Math.min(left(), patience)) throw refusal;
      before = refusal;
      tell(`${service.name} answered ${status}; trying again in ${Math.ceil(wait)} s`);
      // The queue keeps calls waiting, but not as long as some services say.
      if (!waits || wait > BELIEVED) await pause(Math.min(wait * 1000, LONGEST));
    }
  };

  /** As `send`; what is read while a write runs, or was read before it, says nothing of what it leaves. */
  const telling: typeof send = async (call, read) => {
    if (!mayChange(call)) return send(call, read);
    wrote();
    try {
      return await send(call, read);
    } finally {
      wrote();
    }
  };

  return {
    get left() {
      return left();
    },
    toConfigure: toConfigure(service),
    form: service.form,
    mask,
    send: (call): Promise<Answer> => telling(call, async (raw) => parsed(await textOf(raw, call))),
    stream: async (call) => {
      const { body, url } = await telling<unknown>(call, async (raw) =>
        raw.statusCode < 300 ? raw.body : parsed(await textOf(raw, call)),
      );
      const broken = (error: Error): Error => brokenOff(service, call, new URL(url), error, left());
      return bits(body as AsyncIterable<Uint8Array>, broken, () => mayChange(call) && wrote());
    },
  };
}

/** Whether a call only reads. */
const isRead = ({ method, changes }: Call): boolean => method === "GET" && changes !== true;

/** Whether a call may change something at the service. */
const mayChange = (call: Call): boolean =>
  call.changes === true || (call.method !== "GET" && !(call.method === "POST" && mayRepeat(call)));

/** Gives a turn back for an error that came before its call was sent. */
const released =
  (turn: Turn) =>
  (error: unknown): never => {
    turn.release();
    throw error;
  };

async function* bits(
  body: AsyncIterable<Uint8Array>,
  broken: (error: Error) => Error,
  ended: () => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (thrown) {
    throw broken(asError(thrown));
  } finally {
    ended();
  }
}

/** Milliseconds to wait for a host that has never answered. */
const UNREACHABLE = 5_000;
/** Milliseconds to repeat a call that is answered with 500, which seldom passes. */
const BROKEN = 60_000;

/** Seconds to wait before another try: 0.5, 1, 2 … 30. */
const backoff = (tries: number): number => Math.min(30, 0.5 * 2 ** Math.min(tries, 10));

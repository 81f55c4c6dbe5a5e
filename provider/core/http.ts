import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { apiError, PAGE, parsed, retryAfter } from "./answer";
import { mayRepeat, type Answer, type Call, type Http, type Refusal, type Service } from "./call";
import { asError, NoAnswerError, TimeoutError, UserError } from "./errors";
import { exchange, isOwn, textOf, urlOf } from "./exchange";
import type { Turn } from "./pace";
import { redact } from "./redact";
import { isBag, type Bag } from "./wire";

export type { Answer, Call, Http, Service } from "./call";
export { path, segment } from "./url";

/**
 * The calls to a service within one operation. `time.deadline` is in milliseconds since 1970 and may be moved; `tell`
 * shows what is waited for, `wrote` hears of every write.
 */
export function http(
  service: Service,
  time: { deadline: number },
  tell: (text: string) => void = () => {},
  wrote: () => void = () => {},
): Http {
  const mask = (text: string): string => redact(text, service.secrets());
  const send = async <T>(call: Call, read: (raw: Dispatcher.ResponseData) => Promise<T>) => {
    const always = mayRepeat(call);
    const { deadline } = time;
    const started = Date.now();
    if (call.changes === true || (call.method !== "GET" && !(call.method === "POST" && always))) wrote();
    let refused: Record<string, string> | undefined;
    for (let tries = 0; ; tries++) {
      const url = urlOf(service, call);
      const own = isOwn(service, call, url);
      const turn = await service.pace(url.origin).turn(deadline);
      if (turn === undefined)
        throw new TimeoutError(`${call.method} ${url.pathname}: ${service.name} lets calls wait, and the time is over`);
      const credentials = own ? await service.authorize(refused, tell).catch(released(turn)) : {};
      const heard = (raw: Dispatcher.ResponseData): Promise<T> => {
        answered.add(url.origin);
        return read(raw);
      };
      const got = await exchange(url, call, credentials, deadline, heard).catch((thrown: unknown) => ({
        failure: asError(thrown),
      }));

      if ("failure" in got) {
        turn.release();
        const { failure } = got;
        if (failure instanceof UserError || codeOf(failure) === undefined) throw failure;
        const early = NOT_CONNECTED.includes(codeOf(failure)!);
        const wait = backoff(tries);
        const patience = early && !answered.has(url.origin) ? Math.min(deadline, started + UNREACHABLE) : deadline;
        if ((!early && !always) || isForeign(failure, url) || Date.now() + wait * 1000 > patience)
          throw noAnswer(service, call, url, failure);
        tell(`${service.name} does not answer (${codeOf(failure)}); trying again`);
        await sleep(wait * 1000);
        continue;
      }

      const { status, headers, body } = got;
      const accepted = status < 300 || call.accept?.includes(status) === true;
      const passes = !accepted && service.passing.includes(status);
      if (status === 429 || (status === 503 && passes)) turn.refuse(retryAfter(headers));
      else if (status < 500) turn.accept();
      else turn.release();
      if (accepted) return { status, headers, body, url: url.href };
      if (status === 401 && own && refused === undefined) {
        refused = credentials;
        if (!isDeepStrictEqual(await service.authorize(refused, tell), refused)) continue;
      }
      const wait = retryAfter(headers) ?? backoff(tries);
      const patience = status === 500 ? Math.min(deadline, started + BROKEN) : deadline;
      if (!passes || (status !== 429 && !always) || Date.now() + wait * 1000 > patience) {
        const { pathname } = url;
        const isOwnWord = service.form.saysNotThere?.({ path: pathname, headers, body });
        throw apiError(
          { method: call.method, path: pathname },
          { status, headers, body },
          mask,
          (error) =>
            status === 404 && isOwnWord === false ? foreign(service) : adviceOn(service, error, headers["location"]),
          status === 404 && isOwnWord === true,
        );
      }
      tell(`${service.name} answered ${status}; trying again in ${Math.ceil(wait)} s`);
      if (status !== 429 && status !== 503) await sleep(wait * 1000);
    }
  };
  return {
    get deadline() {
      return time.deadline;
    },
    toConfigure: toConfigure(service),
    form: service.form,
    mask,
    send: (call): Promise<Answer> => send(call, async (raw) => parsed(await textOf(raw, call))),
    stream: async (call) => {
      const { body, url } = await send<unknown>(call, async (raw) =>
        raw.statusCode < 300 ? raw.body : parsed(await textOf(raw, call)),
      );
      return bits(body as AsyncIterable<Uint8Array>, (error) =>
        brokenOff(service, call, new URL(url), error, time.deadline),
      );
    },
  };
}

/** Gives a turn back for an error that came before its call was sent. */
const released =
  (turn: Turn) =>
  (error: unknown): never => {
    turn.release();
    throw error;
  };

async function* bits(body: AsyncIterable<Uint8Array>, broken: (error: Error) => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (thrown) {
    throw broken(asError(thrown));
  }
}

/** Hosts that have answered in this process: one that never did is not waited for as long. */
const answered = new Set<string>();
/** Milliseconds to wait for a host that has never answered. */
const UNREACHABLE = 5_000;
/** Milliseconds to repeat a call that is answered with 500, which seldom passes. */
const BROKEN = 60_000;
/** Errors that came before the service got any part of the call. */
const NOT_CONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Seconds to wait before another try: 0.5, 1, 2 … 30. */
const backoff = (tries: number): number => Math.min(30, 0.5 * 2 ** Math.min(tries, 10));

/**
 * The code of a failed connection; an error without one is a bug. What is no HTTP, or broke off, counts by its name:
 * undici gives its code in some versions only.
 */
const codeOf = (error: NodeJS.ErrnoException): string | undefined =>
  error.name === "HTTPParserError" ? error.name : error.code;

/** Whether a host that has never answered does not speak HTTP, or not as who it should be. */
const isForeign = (error: Error, url: URL): boolean =>
  !answered.has(url.origin) && /^HTTPParserError|CERT|SSL|TLS|EPROTO|UNABLE_TO/.test(codeOf(error)!);

function noAnswer(service: Service, call: Call, url: URL, error: Error): Error {
  const where = `${call.method} ${url.pathname}: ${service.name} at ${url.origin}`;
  if (NOT_CONNECTED.includes(codeOf(error)!))
    return new UserError(`${where} cannot be reached (${codeOf(error)}). Is it running?${toConfigure(service)}`);
  if (isForeign(error, url))
    return new UserError(`${where} cannot be talked to (${codeOf(error)}).${toConfigure(service)}`);
  return new NoAnswerError(`${where} gave no answer (${codeOf(error)}); whether it did the work is not known.`);
}

function brokenOff(service: Service, call: Call, url: URL, error: Error, deadline: number): Error {
  const late = Date.now() + 1000 >= deadline;
  return new (late ? TimeoutError : NoAnswerError)(
    `${call.method} ${url.pathname}: ${service.name} at ${url.origin} broke off its answer ` +
      `(${codeOf(error) ?? error.message})${late ? ", and the time is over" : ""}.`,
  );
}

const toConfigure = ({ setting }: Service): string =>
  setting === undefined
    ? ""
    : ` Set its address with \`pulumi config set mlplane:${setting.key}\`, on the mlplane.Provider, or as ` +
      `${setting.variable}.`;

/** What to do about a 404 that the service itself did not give, which says nothing of what was asked for. */
const foreign = (service: Service): string =>
  `This is not how ${service.name} says that something is not there: is its address right, and is it that service ` +
  `which answers?${toConfigure(service)}`;

/** What to do about a refusal: what the service says of it, or that its address is another one. */
function adviceOn(service: Service, error: Refusal, location: string | undefined): string | undefined {
  if (error.status < 400)
    return (
      "It redirects to " +
      `${location !== undefined && URL.canParse(location) ? new URL(location).origin : "another address"}, which ` +
      `is not followed.${toConfigure(service)}`
    );
  return service.advice?.(error) ?? (error.reason === PAGE ? toConfigure(service).trim() : undefined);
}

/**
 * Reads a JSON object. An answer that is none is asked for again a few times, then an error: it must never count as
 * "not there".
 */
export async function readObject(http: Http, call: Call): Promise<Answer & { body: Bag }> {
  for (let tries = 0; ; tries++) {
    const answer = await http.send(call);
    if (isBag(answer.body)) return { ...answer, body: answer.body };
    if (tries === 3)
      throw new UserError(
        `${call.method} ${call.path} answered ${answer.status} without a JSON object.${http.toConfigure}`,
      );
    await sleep(backoff(tries) * 500);
  }
}

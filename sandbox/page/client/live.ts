import { useEffect, useState } from "preact/hooks";
import type { ListedRequest, LogChange } from "../log";
import type { State } from "../state";

/** What the page knows of the sandbox. */
export interface Live {
  state: State | undefined;
  /** The requests, the newest first. */
  requests: ListedRequest[];
  /** Whether the sandbox answers. */
  connected: boolean;
  /** This machine's time at which the state was read, in milliseconds since 1970. */
  readAt: number;
}

/** What a view is given: the sandbox, and the rest of the address after the view's own part. */
export interface ViewProps extends Live {
  state: State;
  rest: string[];
}

/** Follows the sandbox: its state and its log are asked for again whenever it tells of a change. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ state: undefined, requests: [], connected: true, readAt: Date.now() });
  useEffect(() => {
    const known = new Map<number, ListedRequest>();
    const lastSeen = { state: "", log: -1, revision: 0 };
    let wanted: { state: string; log: number } | undefined;
    let busy = false;
    const change = (part: Partial<Live>): void => setLive((before) => ({ ...before, ...part }));

    const follow = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      while (wanted !== undefined) {
        const { state, log } = wanted;
        wanted = undefined;
        try {
          if (state !== lastSeen.state) change({ state: await get<State>("state"), readAt: Date.now() });
          if (log !== lastSeen.log) {
            const news = await get<LogChange>(`log?since=${lastSeen.revision}`);
            lastSeen.revision = news.revision;
            for (const request of news.requests) known.set(request.id, request);
            for (const id of known.keys()) if (id < news.first) known.delete(id);
            change({ requests: [...known.values()].sort((a, b) => b.id - a.id) });
          }
          Object.assign(lastSeen, { state, log });
        } catch {
          change({ connected: false });
        }
      }
      busy = false;
    };

    const events = new EventSource("/_sandbox/events");
    events.addEventListener("changed", ({ data }: MessageEvent<string>) => {
      wanted = JSON.parse(data) as { state: string; log: number };
      // A sandbox that was started anew counts from the beginning.
      if (wanted.log < lastSeen.log) {
        known.clear();
        Object.assign(lastSeen, { state: "", log: -1, revision: 0 });
      }
      change({ connected: true });
      void follow();
    });
    events.onerror = () => change({ connected: false });
    return () => events.close();
  }, []);
  return live;
}

/** The JSON at a path below `/_sandbox/`; throws the sandbox's message when it refuses. */
export async function get<T>(path: string): Promise<T> {
  return answerOf<T>(await fetch(`/_sandbox/${path}`));
}

/** Sends JSON to a path below `/_sandbox/`; throws the sandbox's message when it refuses. */
export async function send<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answerOf<T>(await fetch(`/_sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Forgets what is kept at a path below `/_sandbox/`. */
export async function forget(path: string): Promise<void> {
  await fetch(`/_sandbox/${path}`, { method: "DELETE" });
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const { error } = (await response.json()) as { error: { message: string } };
  throw new Error(error.message);
}

/** What is asked for when one of `on` changes: nothing yet, the answer, or why there is none. */
export function useAnswer<T>(ask: () => Promise<T>, on: unknown[]): { answer?: T; mistake?: string } {
  const [result, setResult] = useState<{ answer?: T; mistake?: string }>({});
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => current && setResult({ answer }),
      (error: Error) => current && setResult({ mistake: error.message }),
    );
    return () => void (current = false);
  }, on);
  return result;
}

/** This machine's time in milliseconds since 1970, every second anew. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The parts of the page's address after `#/`, decoded. */
export function useRoute(): string[] {
  const parts = (): string[] => location.hash.slice(2).split("/").filter(Boolean).map(decoded);
  const [route, setRoute] = useState(parts());
  useEffect(() => {
    const changed = (): void => setRoute(parts());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

/** The address of a view: `#/indexes/lamps`. */
export const linkTo = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join("/")}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

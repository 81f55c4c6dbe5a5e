import { connect } from "node:net";

/** Milliseconds until the engine is looked for again, and those that calls under way have to end when it is gone. */
const [AGAIN, GRACE] = [1_000, 5_000];

/**
 * Ends this process soon after the engine has ended, whose address is the first argument of a dynamic provider's
 * process: a CLI that is killed leaves its providers behind, which would wait for calls for ever, or go on with work
 * that nobody hears of. An engine that is there takes the connection again after it has closed an idle one.
 */
export function endWithEngine(address: string | undefined): void {
  const [, host, port] = /^([\w.[\]-]+):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  let wasThere = false;
  const watch = (): void => {
    const socket = connect(Number(port), host.replace(/^\[|\]$/g, "")).unref();
    let refused = false;
    socket.resume();
    socket.on("connect", () => (wasThere = true));
    socket.on("error", ({ code }: NodeJS.ErrnoException) => (refused = code === "ECONNREFUSED"));
    socket.on("close", () => {
      if (refused && wasThere) setTimeout(() => process.exit(), GRACE);
      else setTimeout(watch, AGAIN).unref();
    });
  };
  watch();
}

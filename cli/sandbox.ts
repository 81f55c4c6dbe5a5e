import { once } from "node:events";
import { UserError } from "../provider/core/errors";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox";

/** The flags of `mlplane sandbox` as they are typed. */
interface SandboxFlags extends Omit<SandboxOptions, "port" | "latency" | "behaviour"> {
  /** The port on 127.0.0.1; 0 takes a free one. */
  port: string;
  /** Milliseconds by which every answer is delayed. */
  latency?: string;
}

/**
 * Runs the sandbox until the process is interrupted or told to end, and prints the variables of its clients in a form
 * that a shell takes. Gives the exit status. Throws an error of the user when a flag is wrong, the port is in use, or
 * the data file cannot be read.
 */
export async function sandbox({ port, latency = "0", ...options }: SandboxFlags): Promise<number> {
  const running = await start({
    ...options,
    port: integer("--port", port, 65_535),
    latency: integer("--latency", latency, 600_000),
  });
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  for (const [name, value] of Object.entries(running.environment)) console.log(`export ${name}=${value}`);
  console.error(`The sandbox answers at ${running.url} until it is interrupted; a browser shows there what it holds.`);
  await ended;
  await running.close();
  return 0;
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError(
      code === "EADDRINUSE" ? `port ${options.port} is in use: choose another with --port` : message,
      { cause: error },
    );
  }
}

function integer(flag: string, text: string, most: number): number {
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new UserError(`${flag} must be a whole number from 0 to ${most}`);
}

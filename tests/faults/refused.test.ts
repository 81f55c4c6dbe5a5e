import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resources } from "../../provider/resources";
import { startSandbox, type Sandbox } from "../../sandbox";
import { fixtures } from "../fixtures";
import { Subject } from "../subject";
import { Life } from "./life";
import { sampleOf } from "./sample";

/** A service that refuses connections for a while, or from the beginning. */

/** One address at which a service is there or not, always with what it held before. */
class Place {
  private readonly folder = mkdtempSync(join(tmpdir(), "mlplane-refused-"));
  sandbox!: Sandbox;

  /** Starts the service, at the same address as before. */
  async open(): Promise<this> {
    const port = this.sandbox === undefined ? 0 : this.port;
    this.sandbox = await startSandbox({ port, data: join(this.folder, "data.json"), behaviour: { polls: 1 } });
    return this;
  }

  async lifeOf(kind: string): Promise<Life> {
    for (const [needed, args] of fixtures[kind]!.needs ?? []) await new Subject(needed, this.sandbox).create(args);
    return new Life(kind, this.sandbox);
  }

  /** Resolves when a connection to the address has been refused. */
  refusal(): Promise<void> {
    const channel = "undici:client:connectError";
    return new Promise((resolve) => {
      const listen = (message: unknown): void => {
        if (Number((message as { connectParams: { port: string } }).connectParams.port) !== this.port) return;
        unsubscribe(channel, listen);
        resolve();
      };
      subscribe(channel, listen);
    });
  }

  async leave(): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true });
  }

  private get port(): number {
    return Number(new URL(this.sandbox.url).port);
  }
}

/** Lets everything happen that has been announced to this process. */
test.concurrent.each(
  sampleOf(
    resources.map(({ kind }) => kind),
    5,
  ),
)(
  "%s: a service that comes back is waited for",
  async (kind) => {
    const { inputs, change = inputs } = fixtures[kind]!;
    const place = await new Place().open();
    const life = await place.lifeOf(kind);
    for (const run of [
      () => life.up(inputs),
      () => life.refresh(),
      () => life.up(change),
      () => life.up(inputs),
      () => life.destroy(),
    ]) {
      await place.sandbox.close();
      const refused = place.refusal();
      const ended = run();
      await Promise.race([refused, ended]); // A verb may have nothing to ask.
      await place.open();
      expect(await ended).toBeUndefined();
    }
    await place.leave();
  },
  120_000,
);

test.concurrent.each(["ml:Workspace", "search:Index", "local:CachedModel"])(
  "%s: one that was never there is told with what to configure, and the next up goes on",
  async (kind) => {
    const place = await new Place().open();
    const life = await place.lifeOf(kind);
    await place.sandbox.close();
    const failure = await life.up(fixtures[kind]!.inputs);
    expect(failure?.message).toMatch(
      /cannot be reached \(ECONNREFUSED\)\. Is it running\? Set its address with `pulumi config set mlplane:\w+Endpoint`, on the mlplane\.Provider, or as MLPLANE_\w+_ENDPOINT\.$/,
    );
    expect(life.kept).toBeUndefined();
    await place.open();
    expect(await life.up(fixtures[kind]!.inputs)).toBeUndefined();
    await place.leave();
  },
  120_000,
);

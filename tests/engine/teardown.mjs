import { rmSync } from "node:fs";

export default function teardown() {
  rmSync(JSON.parse(process.env.MLPLANE_ENGINE).home, { recursive: true, force: true });
}

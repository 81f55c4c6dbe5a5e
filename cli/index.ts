#!/usr/bin/env node
import { program } from "./program";

program().parseAsync().catch((error: unknown) => {
  const known = error instanceof Error && !error.stack;
  console.error(known ? `mlplane: ${error.message}` : error);
  process.exitCode = 1;
});

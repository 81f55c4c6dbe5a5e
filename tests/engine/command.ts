import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Run, Stack } from "./stack";

const { home, environment } = JSON.parse(process.env["MLPLANE_ENGINE"] ?? "{}") as {
  home: string;
  environment: Record<string, string>;
};

/** Runs the command `mlplane` of the installed package in the folder of a stack's project. */
export function mlplane(
  stack: Stack,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Run & { stderr: string }> {
  const env = { ...environment, ...stack.variables, ...variables };
  const child = spawn(join(home, "node_modules", ".bin", "mlplane"), args, {
    cwd: stack.folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const run = { text: "", stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (data: string) => {
      run[stream] += data;
      run.text += data;
    });
  }
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, ...run })));
}

#!/usr/bin/env node
import { ApiError, UserError } from "../provider/core/errors";
import { program } from "./program";

/** Whether the message of an error says all that helps: the rest are bugs, of which the stack is shown. */
const isPlain = (error: unknown): error is Error =>
  error instanceof UserError || error instanceof ApiError || (error instanceof Error && "syscall" in error);

program()
  .parseAsync()
  .catch((error: unknown) => {
    console.error(isPlain(error) ? `mlplane: ${error.message}` : error);
    process.exitCode = 1;
  });

import { Hono } from "hono";
import type { Context, Router } from "../context";

/** The routes of the local service. */
export function localRoutes(_context: Context): Router {
  return new Hono();
}

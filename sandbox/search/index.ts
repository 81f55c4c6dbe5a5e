import { Hono } from "hono";
import type { Context, Router } from "../context";

/** The routes of the search service. */
export function searchRoutes(_context: Context): Router {
  return new Hono();
}

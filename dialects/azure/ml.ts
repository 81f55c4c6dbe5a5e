import type { Route } from "../dialect";

export const mlRoutes = (): readonly Route[] => [];

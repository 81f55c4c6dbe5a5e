import { plainBehaviour, type Context } from "../../sandbox/context";
import { localRoutes } from "../../sandbox/local";
import { mlRoutes } from "../../sandbox/ml";
import { searchService } from "../../sandbox/search";
import { Store } from "../../sandbox/store";

const store = new Store();

/** As much of a context as routers need before the first request. */
const context = {
  collection: (name: string) => store.collection(name),
  behaviour: plainBehaviour(),
} as unknown as Context;

/** The characters of one segment of a path whose names are encoded. */
const SEGMENT = "[\\w.~!*'()%:-]+";

/** The paths of the three services, as the sandbox has them from their documents. */
const patterns = [mlRoutes, searchService, localRoutes]
  .flatMap((router) => router(context).routes)
  .filter(({ path }) => !path.includes("*"))
  .map(({ path }) => path.replaceAll(".", "\\.").replaceAll(/:\w+/g, SEGMENT));

const isRoute = new RegExp(`^(?:${[...new Set(patterns)].join("|")})$`);

/** The paths that are none of the services', or whose names are not encoded. */
export const strangeIn = (paths: readonly string[]): string[] => paths.filter((path) => !isRoute.test(path));

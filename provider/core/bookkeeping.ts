import { pick, type Bag } from "./wire";

/** The output that tells which create made a resource. */
export const MADE = "__made";

/** The output that holds the address of the service that has a resource. */
export const SERVICE = "__service";

/** The hidden input that holds the name as the program declares it, where the resource has another. */
export const DECLARED = "__name";

/** The hidden input of a replacement: the name that it replaces, and a hash of what that one was made of. */
export const REPLACED = "__replaced";

/** What the package itself keeps in the state, in every face; the engine does not show names like these. */
const BOOKKEEPING = [MADE, SERVICE, DECLARED, REPLACED];

/** What of it stands among the inputs. */
export const namingOf = (values: Bag): Bag => pick(values, [DECLARED, REPLACED]);

/** Whether the package itself keeps a value of this name. */
export const isBookkeeping = (key: string): boolean => BOOKKEEPING.includes(key);

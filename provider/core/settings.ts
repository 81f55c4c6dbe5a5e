/** The services, by the name of their client: each `service.ts` adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Services {}

/** The name of a service's client. */
export type Api = keyof Services;

/** The configuration of one connection. */
export interface Settings {
  /** The value of a configuration key, if there is one. */
  get(key: string): string | undefined;
  /** The value of a configuration key. Throws an error that names the key and the environment variable. */
  need(key: string): string;
  /** What is missing to call a service, one message each. */
  missing(api: Api): string[];
  /** The address of a service in one form, which tells it from others of its kind; none where it is not configured. */
  address(api: Api): string | undefined;
}

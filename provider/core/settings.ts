/** The services, by the name of their client: each `service.ts` adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Services {}

/** The name of a service's client. */
export type Api = keyof Services;

/** Where a service is. */
export interface Address {
  /** The address in one form, which tells the service from others of its kind. */
  url: string;
  /** The configuration key that says it. */
  key: string;
}

/** The configuration of one connection. */
export interface Settings {
  /** The value of a configuration key, if there is one. */
  get(key: string): string | undefined;
  /** The value of a configuration key. Throws an error that names the key and the environment variable. */
  need(key: string): string;
  /** What is missing to call a service, one message each. */
  missing(api: Api): string[];
  /** The address of a service; none where it is not configured. */
  address(api: Api): Address | undefined;
}

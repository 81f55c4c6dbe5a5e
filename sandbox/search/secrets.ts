const secret = /^(connectionString|apiKey|applicationSecret)$/;
const redacted = "<redacted>";

/** The value as it is shown: what is secret in it, at any depth, is `<redacted>`. */
export function withoutSecrets<T>(value: T): T {
  return mapSecrets(value, (text) => (text === null ? null : redacted)) as T;
}

/** The value as it is kept: where it says `<redacted>` or `<unchanged>`, the secret of the value before stays. */
export function withKeptSecrets<T>(value: T, before: unknown): T {
  return mapSecrets(value, (text, old) => (text === redacted || text === "<unchanged>" ? old : text), before) as T;
}

/** Replaces the secrets in `value`; `beside` is walked along the same path, arrays of named things by their names. */
function mapSecrets(value: unknown, replace: (text: unknown, old: unknown) => unknown, beside?: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, position) => mapSecrets(item, replace, counterpart(beside, item, position)));
  if (typeof value !== "object" || value === null) return value;
  const old = (beside ?? {}) as Record<string, unknown>;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    secret.test(name) ? replace(each, old[name] ?? null) : mapSecrets(each, replace, old[name]),
  ]);
  return Object.fromEntries(entries);
}

function counterpart(list: unknown, item: unknown, position: number): unknown {
  if (!Array.isArray(list)) return undefined;
  const name = (item as { name?: string } | null)?.name;
  return name === undefined ? list[position] : list.find((each: { name?: string }) => each.name === name);
}

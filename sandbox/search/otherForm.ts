/**
 * The same definition in another legal form: every object's members in another order, and an index with more defaults
 * written out.
 */
export function otherForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherForm);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries({ ...previewMembers(value), ...value });
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? 1 : -1)).map(([name, each]) => [name, otherForm(each)]),
  );
}

function previewMembers(value: object): object {
  if ("suggesters" in value) return { permissionFilterOption: null, purviewEnabled: false };
  return "synonymMaps" in value ? { permissionFilter: null, sensitivityLabel: false } : {};
}

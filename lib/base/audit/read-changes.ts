/** A value as an entry of the log stores it; undefined where the field did not exist. */
export type AuditValue = string | number | boolean | null | undefined;

/** One changed field of an entry. */
export type AuditChange = { field: string; before: AuditValue; after: AuditValue };

/**
 * The fields that differ between an entry's `before` and `after`. Nested values are compared leaf by leaf and named by
 * their path (`claims.rating`).
 */
export function readChanges(before: unknown, after: unknown): AuditChange[] {
  const [was, became] = [leaves(before), leaves(after)];
  return [...new Set([...was.keys(), ...became.keys()])]
    .map((field) => ({ field, before: was.get(field), after: became.get(field) }))
    .filter((change) => change.before !== change.after);
}

function leaves(value: unknown, path = "", found = new Map<string, AuditValue>()): Map<string, AuditValue> {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, found);
  } else if (path !== "") found.set(path, value as AuditValue);
  return found;
}

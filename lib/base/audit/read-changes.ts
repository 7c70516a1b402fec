/** One changed field of an entry; undefined where the field did not exist. */
type AuditChange = { field: string; before: string | undefined; after: string | undefined };

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

function leaves(value: unknown, path = "", found = new Map<string, string>()): Map<string, string> {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${key}` : key, found);
  } else if (path !== "") {
    found.set(path, value === null || value === undefined ? "none" : String(value));
  }
  return found;
}

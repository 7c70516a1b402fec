// Readers for answers and stored texts in the browser. A schema library would add five kilobytes to every purchase
// step.

/** The value as an object with unknown fields, or null. */
export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** The value if it is a string, else an empty one. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is a non-negative integer, else null, which means that the platform did not give the count. */
export function asCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

/** The valid entries of a list, else an empty one. */
export function asList<T>(value: unknown, read: (entry: unknown) => T | null): T[] {
  return Array.isArray(value) ? value.flatMap((entry) => read(entry) ?? []) : [];
}

/** A stored text as an object; null when it is not one. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  try {
    return asRecord(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

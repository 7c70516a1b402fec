/** True for a word such as `instagram`, as addresses have it. Whether anything has this name is another question. */
export function isSlug(value: unknown): value is string {
  return typeof value === "string" && /^[a-z0-9-]{1,40}$/.test(value);
}

/**
 * The process's single value of this name, created at the first call. Next evaluates a module once in each of its
 * bundles, so a module's own variable would exist several times.
 */
export function processWide<T>(name: string, make: () => T): T {
  const held = globalThis as { shopProcessWide?: Map<string, unknown> };
  held.shopProcessWide ??= new Map();
  if (!held.shopProcessWide.has(name)) held.shopProcessWide.set(name, make());
  // The cast is safe because each name is used in one place, with one type.
  return held.shopProcessWide.get(name) as T;
}

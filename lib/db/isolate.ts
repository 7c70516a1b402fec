import { isConflict, isDatabaseOutage } from "./errors";

/** Puts away an entry that fails alone. Throws when it can't be written down. */
export type SetAside<T> = (entry: T, error: unknown) => Promise<void>;

/**
 * Runs a batch. When it fails because of what is in it, halves it until each entry that fails stands alone; those go
 * to `setAside`, all others are done. `run` must be all or nothing, or bear repetition. Throws the failures that are no
 * entry's fault: an outage, a lock that others hold.
 */
export async function isolate<T>(
  entries: readonly T[],
  run: (entries: T[]) => Promise<unknown>,
  setAside: SetAside<T>,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  try {
    await run([...entries]);
  } catch (error) {
    if (!isEntrysFault(error)) throw error;
    if (entries.length === 1) return setAside(first, error);
    const middle = Math.ceil(entries.length / 2);
    await isolate(entries.slice(0, middle), run, setAside);
    await isolate(entries.slice(middle), run, setAside);
  }
}

/**
 * `isolate` for a statement that takes what is due by itself. `take(null)` takes all; only when that fails are the
 * candidates listed and taken by their ids. Returns what was taken.
 */
export async function takeIsolated<Row>(
  take: (only: string[] | null) => Promise<Row[]>,
  list: () => Promise<string[]>,
  setAside: SetAside<string>,
): Promise<Row[]> {
  try {
    return await take(null);
  } catch (error) {
    if (!isEntrysFault(error)) throw error;
    const taken: Row[] = [];
    await isolate(await list(), async (ids) => taken.push(...(await take(ids))), setAside);
    return taken;
  }
}

/** False for a failure that would have come whatever the entry: an outage, a timeout, a conflict with others. */
export function isEntrysFault(error: unknown): boolean {
  return !isDatabaseOutage(error) && !isConflict(error);
}

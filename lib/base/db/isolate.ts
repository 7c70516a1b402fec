import { isConflict, isDatabaseOutage } from "./errors";

/** Records an entry that fails. Throws when that fails too. */
type SetAside<T> = (entry: T, error: unknown) => Promise<void>;

/**
 * Runs a batch. If an entry makes it fail, halves the batch until the failing entries are found; they go to `setAside`,
 * and all others are processed. `run` must be all or nothing, or safe to repeat. Throws failures that no entry causes:
 * an outage, a conflict.
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
    if (!isCausedByEntry(error)) throw error;
    if (entries.length === 1) return setAside(first, error);
    const middle = Math.ceil(entries.length / 2);
    await isolate(entries.slice(0, middle), run, setAside);
    await isolate(entries.slice(middle), run, setAside);
  }
}

/**
 * `isolate` for a statement that selects its own rows. `take(null)` processes all of them; only if that fails are the
 * candidates listed and processed by id. Returns what was processed.
 */
export async function takeIsolated<Row>(
  take: (only: string[] | null) => Promise<Row[]>,
  list: () => Promise<string[]>,
  setAside: SetAside<string>,
): Promise<Row[]> {
  try {
    return await take(null);
  } catch (error) {
    if (!isCausedByEntry(error)) throw error;
    const taken: Row[] = [];
    await isolate(await list(), async (ids) => taken.push(...(await take(ids))), setAside);
    return taken;
  }
}

/** False for a failure that no entry causes: an outage, a timeout, a conflict. */
export function isCausedByEntry(error: unknown): boolean {
  return !isDatabaseOutage(error) && !isConflict(error);
}

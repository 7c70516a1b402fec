/** What the shop needs of localStorage or sessionStorage; a test passes a plain object. */
export type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Text by key, in a store that never throws. */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/**
 * A browser store that never throws. Where the browser refuses (storage blocked, store full, no browser at all) the
 * value lives in memory for as long as the page does. `open` is asked at each call, because merely naming
 * `window.localStorage` throws when storage is blocked.
 */
export function createSafeStorage(open: () => StorageLike | null): SafeStorage {
  const memory = new Map<string, string | null>();
  return {
    read(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      return attempt(() => open()?.getItem(key)) ?? null;
    },
    write(key, value) {
      const isStored = attempt(() => {
        const storage = open();
        storage?.setItem(key, value);
        return Boolean(storage);
      });
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      const isRemoved = attempt(() => {
        const storage = open();
        storage?.removeItem(key);
        return Boolean(storage);
      });
      if (isRemoved) memory.delete(key);
      else memory.set(key, null);
    },
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Kept for one tab until it is closed. */
export const tabStorage = createSafeStorage(() => globalThis.window?.sessionStorage ?? null);

/** Kept in this browser, for all its tabs. */
export const browserStorage = createSafeStorage(() => globalThis.window?.localStorage ?? null);

/** The methods of localStorage and sessionStorage that the shop uses; a test passes a plain object. */
export type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
};

/**
 * A browser store that never throws. When storage is blocked, full or missing, values are kept in memory until the page
 * closes. `open` is called each time, because reading `window.localStorage` throws when storage is blocked.
 */
export function createSafeStorage(open: () => StorageLike | null): SafeStorage {
  const memory = new Map<string, string | null>();
  const store = (key: string, value: string | null) => {
    const isStored = attempt(() => {
      const storage = open();
      if (value === null) storage?.removeItem(key);
      else storage?.setItem(key, value);
      return Boolean(storage);
    });
    if (isStored) memory.delete(key);
    else memory.set(key, value);
  };
  return {
    read(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      return attempt(() => open()?.getItem(key)) ?? null;
    },
    write: store,
    remove: (key) => store(key, null),
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

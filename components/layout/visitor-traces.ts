/** Stands in a store while somebody is signed in: what is kept beside it may tell of them. It says nothing itself. */
export const tracesMark = "visitor:signed-in";

// The addresses of orders, what was typed to buy, and which orders were counted. The theme and drafts of answers stay.
const personal = /^(?:purchase|analytics):/;

/** The browser's stores that may hold something about the visitor; asked at each call, because naming one can throw. */
function stores(): Storage[] {
  return [() => window.localStorage, () => window.sessionStorage].flatMap((open) => {
    try {
      return [open()];
    } catch {
      return [];
    }
  });
}

/** Notes that from now on what the stores keep may be a signed-in customer's. */
export function noteVisitor(open: () => Storage[] = stores): void {
  for (const store of open()) {
    try {
      store.setItem(tracesMark, "1");
    } catch {
      // Full or blocked: then there is nothing to forget either.
    }
  }
}

/**
 * Takes a customer's traces out of each store that was written to while they were signed in; a guest's stay. For when
 * nobody is signed in: after signing out here or in another tab, and when a session has ended.
 */
export function forgetVisitor(open: () => Storage[] = stores): void {
  for (const store of open()) {
    if (store.getItem(tracesMark) === null) continue;
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
    for (const key of keys.filter((name) => personal.test(name))) store.removeItem(key);
    store.removeItem(tracesMark);
  }
}

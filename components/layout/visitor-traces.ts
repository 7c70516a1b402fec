/** Marks a store that was written to while signed in: its content may belong to that customer. */
export const tracesMark = "visitor:signed-in";

// Order links, purchase details and counted orders are traces; the theme and drafts of admin answers stay.
const personal = /^(?:purchase|analytics):/;

/** The stores that may hold traces; read on each call because access can throw. */
function stores(): Storage[] {
  return [() => window.localStorage, () => window.sessionStorage].flatMap((open) => {
    try {
      return [open()];
    } catch {
      return [];
    }
  });
}

/** Marks the stores: from now on they may hold a customer's data. */
export function noteVisitor(open: () => Storage[] = stores): void {
  for (const store of open()) {
    try {
      store.setItem(tracesMark, "1");
    } catch {
      // Best effort: a store that refuses the mark is not cleared when the customer signs out.
    }
  }
}

/**
 * Leaves this tab the purchase that its customer has begun, as a guest's, when the session ended by itself: they go on
 * here. The tab forgets it when it is closed.
 */
export function keepTab(open: () => Storage = () => window.sessionStorage): void {
  try {
    open().removeItem(tracesMark);
  } catch {
    // Blocked storage has kept nothing.
  }
}

/**
 * Removes a customer's traces from each marked store; a guest's stay. Call it once the customer is signed out, whether
 * here, in another tab or because the session ended (then after `keepTab`).
 */
export function forgetVisitor(open: () => Storage[] = stores): void {
  for (const store of open()) {
    if (store.getItem(tracesMark) === null) continue;
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? "");
    for (const key of keys.filter((name) => personal.test(name))) store.removeItem(key);
    store.removeItem(tracesMark);
  }
}

import "server-only";
import { Semaphore } from "@/lib/semaphore";

/**
 * How much of the process each kind of background work may take, so that buyers always find a free database connection
 * (the pool has ten unless DATABASE_POOL says otherwise). Beyond its line a kind is refused with 503 and Retry-After.
 * Webhooks take one connection however many there are, see answer-webhook.ts.
 */
function openShares() {
  return {
    /** Reads of live streams: each stream has at most two in line. */
    streams: new Semaphore({ atOnce: 3, waiting: 10_000 }),
    /** Files that are written while their reader takes them. */
    exports: new Semaphore({ atOnce: 2, waiting: 0 }),
    /** What prerendered pages, the popup and pictures read. */
    background: new Semaphore({ atOnce: 3, waiting: 2_000 }),
  };
}

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: { shopShares?: ReturnType<typeof openShares> } = globalThis as {
  shopShares?: ReturnType<typeof openShares>;
};

/** The share of one kind of work. */
export function shareOf(kind: keyof ReturnType<typeof openShares>): Semaphore {
  holder.shopShares ??= openShares();
  return holder.shopShares[kind];
}

/** The parts of a file whose place among the exports is given back with the last one, or when the reader goes away. */
export async function* releasing<T>(parts: AsyncGenerator<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* parts;
  } finally {
    release();
  }
}

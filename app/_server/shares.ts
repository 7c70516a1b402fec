import "server-only";
import { getEnv } from "@/lib/env";
import { PerCaller, Semaphore } from "@/lib/semaphore";
import { second } from "@/lib/time";

/**
 * How much of the process each kind of background work may take, so that buyers always find a free database connection
 * (the pool has ten unless DATABASE_POOL says otherwise) and memory. Beyond its line a kind is refused with 503 and Retry-After.
 * Webhooks take one connection however many there are, see answer-webhook.ts.
 */
function openShares() {
  return {
    /** Reads of live streams: each stream has at most two in line. */
    streams: new Semaphore({ atOnce: 3, waiting: 10_000 }),
    /** Files that are written while their reader takes them. */
    exports: new Semaphore({ atOnce: 2, waiting: 0 }),
    /** Pictures on their way from the platforms, each up to some mebibytes. */
    pictures: new Semaphore({ atOnce: 24, waiting: 500, longestWaitMs: 10 * second }),
    /** What prerendered pages, the popup and pictures read. */
    background: new Semaphore({ atOnce: 3, waiting: 2_000 }),
  };
}

/** How much of one kind a network or an account may hold at once, so that one of them never takes all of it. */
const mostPerCaller = {
  /** Live pages that are open: an office behind one address has some. */
  streams: 50,
  /** Pictures in flight: over HTTP/2 a browser asks for a whole page of them at once. */
  pictures: 60,
  exports: 1,
  /** Forms in flight: one person has one. */
  forms: 10,
  /** Calls of the JSON functions in flight: each takes database connections, and some wait for a provider. */
  functions: 10,
};

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: {
  shopShares?: ReturnType<typeof openShares>;
  shopPerCaller?: Map<string, PerCaller>;
} = globalThis as typeof holder;

/** The share of one kind of work. */
export function shareOf(kind: keyof ReturnType<typeof openShares>): Semaphore {
  holder.shopShares ??= openShares();
  return holder.shopShares[kind];
}

/** What each caller holds of one kind; RATE_LIMIT_SCALE multiplies it like every limit. */
export function perCaller(kind: keyof typeof mostPerCaller): PerCaller {
  holder.shopPerCaller ??= new Map();
  const most = Math.max(1, Math.floor(mostPerCaller[kind] * getEnv().RATE_LIMIT_SCALE));
  const known = holder.shopPerCaller.get(kind) ?? new PerCaller(most);
  holder.shopPerCaller.set(kind, known);
  return known;
}

/** One of the process's few exports, and the caller's only one; answers how to give it back. Errors: busy, rate_limited. */
export async function acquireExport(caller: string): Promise<() => void> {
  const ofCaller = perCaller("exports").acquire(caller);
  try {
    const ofProcess = await shareOf("exports").acquire();
    return () => {
      ofCaller();
      ofProcess();
    };
  } catch (error) {
    ofCaller();
    throw error;
  }
}

/** The parts of a file whose place among the exports is given back with the last one, or when the reader goes away. */
export async function* releasing<T>(parts: AsyncGenerator<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* parts;
  } finally {
    release();
  }
}

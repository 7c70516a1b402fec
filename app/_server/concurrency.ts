import { getEnv } from "@/lib/base/env/env";
import { CallerQueues, PerCaller, Semaphore } from "@/lib/base/process/semaphore";
import { processWide } from "@/lib/base/process-wide";
import { second } from "@/lib/base/time/time";

/**
 * How much of the process each kind of work may take, so that memory and a database connection are always left for
 * buyers (the pool has DATABASE_POOL connections, ten by default). Work beyond a kind's queue is refused with 503 and
 * Retry-After. Webhooks need one connection in total (http/handle-webhook.ts).
 */
function openLimits() {
  return {
    /** Reads of live streams: each stream has at most two waiting. */
    streams: new Semaphore({ atOnce: 3, waiting: 10_000 }),
    /** Forms being answered, each with its page: while one hashes a password, two others are answered. */
    forms: new Semaphore({ atOnce: 3, waiting: 200, longestWaitMs: 10 * second }),
    /** Pages being made for a visitor. More at once would only take turns at the processor, and from purchases. */
    pages: new Semaphore({ atOnce: 3, waiting: 200, longestWaitMs: 10 * second }),
    /** Orders being placed and payments being verified, which a slow provider of profiles must not hold up. */
    orders: new Semaphore({ atOnce: 24, waiting: 500, longestWaitMs: 10 * second }),
    /** The other JSON functions: look-ups, which wait for that provider. */
    functions: new Semaphore({ atOnce: 24, waiting: 500, longestWaitMs: 10 * second }),
    /** Pages and forms that begin while an order is being placed. */
    besideOrders: new Semaphore({ atOnce: 1, waiting: 100 }),
    /** Files being made or streamed for customers, and for staff: neither takes the other's places. */
    customerExports: new Semaphore({ atOnce: 2, waiting: 0 }),
    staffExports: new Semaphore({ atOnce: 2, waiting: 0 }),
    /** Pictures being fetched from the platforms, up to 5 MiB each. */
    pictures: new Semaphore({ atOnce: 24, waiting: 500, longestWaitMs: 10 * second }),
    /** Tests of "Going live", which call Stripe and every supplier: one at a time. */
    checks: new Semaphore({ atOnce: 1, waiting: 3, longestWaitMs: 15 * second }),
    /** Reads for prerendered pages, the popup and pictures. */
    background: new Semaphore({ atOnce: 3, waiting: 2_000 }),
  };
}

/** How much of one kind a single network or account may hold at once, so that none can take it all. */
const mostPerCaller = {
  /** Open live pages: an office behind one address has several. */
  streams: 50,
  /** Pictures in flight: over HTTP/2 a browser asks for a whole page of them at once. */
  pictures: 60,
  exports: 1,
  /** Forms being sent, waiting and being answered. */
  forms: 10,
  /** Calls of the JSON functions in flight: each takes database connections, and some wait for a provider. */
  functions: 10,
};

/** Limits how much of one kind of work the process does at once. */
export function concurrencyLimit(kind: keyof ReturnType<typeof openLimits>): Semaphore {
  return processWide("concurrency", openLimits)[kind];
}

/**
 * The pages of each network: two are made at once, and sixty wait, which an office whose thirty people all open two
 * pages in the same second does not reach. RATE_LIMIT_SCALE multiplies both.
 */
export function pageQueues(): CallerQueues {
  return processWide("page-queues", () => openQueues(2, 60));
}

/**
 * The calls of routes of each network: four begin at once, so that a flood of cheap ones leaves the processor to
 * others, and two hundred wait, as for the pictures of a few pages.
 */
export function routeQueues(): CallerQueues {
  return processWide("route-queues", () => openQueues(4, 200));
}

function openQueues(atOnce: number, waiting: number): CallerQueues {
  const scaled = (most: number) => Math.max(1, Math.floor(most * getEnv().RATE_LIMIT_SCALE));
  return new CallerQueues({ atOnce: scaled(atOnce), waiting: scaled(waiting), longestWaitMs: 10 * second });
}

/** Counts what each caller holds of one kind. RATE_LIMIT_SCALE multiplies the most that a caller may hold. */
export function concurrencyPerCaller(kind: keyof typeof mostPerCaller): PerCaller {
  const most = Math.max(1, Math.floor(mostPerCaller[kind] * getEnv().RATE_LIMIT_SCALE));
  return processWide(`per-caller-${kind}`, () => new PerCaller(most));
}

type ExportPlaces = "customerExports" | "staffExports";

/**
 * Takes one of the process's places for these exports, and the caller's only one; returns the function that frees both.
 * Errors: busy, rate_limited.
 */
export async function acquireExport(places: ExportPlaces, caller: string): Promise<() => void> {
  const ofCaller = concurrencyPerCaller("exports").acquire(caller);
  try {
    const ofProcess = await concurrencyLimit(places).acquire();
    return () => {
      ofCaller();
      ofProcess();
    };
  } catch (error) {
    ofCaller();
    throw error;
  }
}

/**
 * Begins an export in a place of `acquireExport`, which is free again after the last part of the file, when its reader
 * goes away, or when `begin` fails. Errors: busy, rate_limited.
 */
export async function limitedExport<T>(
  places: ExportPlaces,
  caller: string,
  begin: () => Promise<AsyncGenerator<T>>,
): Promise<AsyncGenerator<T>> {
  const release = await acquireExport(places, caller);
  try {
    return releasing(await begin(), release);
  } catch (error) {
    release();
    throw error;
  }
}

async function* releasing<T>(parts: AsyncGenerator<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* parts;
  } finally {
    release();
  }
}

import "server-only";
import { type Db, getDb } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { isBuilding } from "@/lib/base/env/env";
import { logger } from "@/lib/base/logger";
import { processWide } from "@/lib/base/process-wide";
import { concurrencyLimit } from "./concurrency";

export type PageRead<T> = {
  /** Unique to this read; its results are stored under this name. */
  name: string;
  read: (db: Db) => Promise<T>;
  /** Shown by a build, and by a process that has never reached the database. */
  otherwise: T;
};

type Results = {
  /** What pages show until it is read again. */
  held: Map<string, unknown>;
  /** What pages read themselves last. */
  last: Map<string, unknown>;
  /** Counts the calls of `holdForPages`. */
  turn: number;
};

const results = () =>
  processWide("page-reads", (): Results => ({ held: new Map(), last: new Map(), turn: 0 }));

/**
 * What a prerendered page shows. A process that revalidates its pages holds it, else the page reads it. A build reads
 * nothing, because its pages are revalidated before the server listens. During a database outage a shop shows its last
 * result, so that a buyer returning from Stripe still gets a page. Pages are revalidated again once the database is
 * back.
 */
export async function readForPages<T>(page: PageRead<T>): Promise<T> {
  const { name, otherwise } = page;
  if (isBuilding()) return otherwise;
  const { held, last } = results();
  if (held.has(name)) return held.get(name) as T;
  try {
    const value = await readNow(page);
    last.set(name, value);
    return value;
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return last.has(name) ? (last.get(name) as T) : otherwise;
  }
}

export type Holding = {
  /** False if something could not be read. Pages go on showing what was held of it. */
  isRead: boolean;
  /** False if something was never read: pages read it themselves. */
  isHeld: boolean;
};

/**
 * Reads again what pages show, and holds it. So all pages that are rendered until the next call show the same, and two
 * calls differ in whatever a page between them could show. A call that a later one has overtaken holds nothing.
 */
export async function holdForPages(pages: readonly PageRead<unknown>[]): Promise<Holding> {
  const state = results();
  state.turn += 1;
  const { held, turn } = state;
  const areRead = pages.map(async (page) => {
    try {
      const value = await readNow(page);
      if (turn === state.turn) held.set(page.name, value);
      return turn === state.turn;
    } catch (error) {
      logger.warn({ err: String(error), read: page.name }, "what pages show could not be read");
      return false;
    }
  });
  const isRead = (await Promise.all(areRead)).every(Boolean);
  return { isRead, isHeld: pages.every(({ name }) => held.has(name)) };
}

function readNow<T>({ read }: PageRead<T>): Promise<T> {
  return concurrencyLimit("background").run(() => read(getDb()));
}

import "server-only";
import { type Db, getDb } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { isBuilding } from "@/lib/base/env/env";
import { processWide } from "@/lib/base/process-wide";
import { concurrencyLimit } from "./concurrency";

type PageRead<T> = {
  /** Unique to this read; its last result is stored under this name. */
  name: string;
  read: (db: Db) => Promise<T>;
  /** Shown by a build, and by a process that has never reached the database. */
  otherwise: T;
};

/**
 * Reads what a prerendered page shows. A build reads nothing, because its pages are revalidated before the server listens.
 * During a database outage a shop shows its last result, so that a buyer returning from Stripe still gets a page. Pages
 * are revalidated again once the database is back.
 */
export async function readForPages<T>({ name, read, otherwise }: PageRead<T>): Promise<T> {
  if (isBuilding()) return otherwise;
  const lastReads = processWide("page-reads", () => new Map<string, unknown>());
  try {
    const value = await concurrencyLimit("background").run(() => read(getDb()));
    lastReads.set(name, value);
    return value;
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return lastReads.has(name) ? (lastReads.get(name) as T) : otherwise;
  }
}

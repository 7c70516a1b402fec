import "server-only";
import { connect, type Db, getDb } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import { databaseUrlForBuild, isBuilding } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { shareOf } from "./shares";

type PageRead<T> = {
  /** Unique to this read: its last result is kept under it. */
  name: string;
  read: (db: Db) => Promise<T>;
  /** Shown by an image that was built without a database, and by a process that has never reached one. */
  otherwise: T;
};

/**
 * Reads what a prerendered page shows. A build has its own connection and needs no secret. A running shop uses its
 * pool; during a database outage it shows its last result, so that a buyer returning from Stripe still gets a page.
 * Pages are revalidated again once the database is back.
 */
export async function readForPages<T>({ name, read, otherwise }: PageRead<T>): Promise<T> {
  if (isBuilding()) return readForBuild(read, otherwise);
  const lastReads = processWide("page-reads", () => new Map<string, unknown>());
  try {
    const value = await shareOf("background").run(() => read(getDb()));
    lastReads.set(name, value);
    return value;
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return lastReads.has(name) ? (lastReads.get(name) as T) : otherwise;
  }
}

async function readForBuild<T>(read: (db: Db) => Promise<T>, otherwise: T): Promise<T> {
  const url = databaseUrlForBuild();
  if (!url) return otherwise;
  const { db, close } = connect(url, 1);
  try {
    return await read(db);
  } finally {
    await close();
  }
}

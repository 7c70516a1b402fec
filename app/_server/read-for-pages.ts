import "server-only";
import { connect, type Db, getDb } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import { databaseUrlForBuild, isBuilding } from "@/lib/env";
import { shareOf } from "./shares";

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: { shopPageReads?: Map<string, unknown> } = globalThis as {
  shopPageReads?: Map<string, unknown>;
};

type PageRead<T> = {
  /** Tells this read from others. */
  name: string;
  read: (db: Db) => Promise<T>;
  /** Shown by an image that was built without a database. */
  otherwise: T;
};

/**
 * Reads what a prerendered page shows. A build, which has no running shop and need not know any secret, reads with a
 * connection of its own. A running shop uses its pool, and while the database is away what it read last: a page that
 * has to be remade just then (the one a buyer comes back to from paying, say) is still a page. Pages are remade
 * once more when the database is back.
 */
export async function readForPages<T>({ name, read, otherwise }: PageRead<T>): Promise<T> {
  if (isBuilding()) return readForBuild(read, otherwise);
  holder.shopPageReads ??= new Map();
  try {
    const value = await shareOf("background").run(() => read(getDb()));
    holder.shopPageReads.set(name, value);
    return value;
  } catch (error) {
    if (!isDatabaseOutage(error) || !holder.shopPageReads.has(name)) throw error;
    // The name stands for the type: only this very read stores under it.
    return holder.shopPageReads.get(name) as T;
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

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { hostAddresses } from "@/lib/base/env/database-url";
import { replaceFile } from "@/lib/base/files/replace-file";
import { logger } from "@/lib/base/logger";
import { processWide } from "@/lib/base/process-wide";

/** The newest mark that a process has certainly written; `at` is by the database's clock. */
export type DatabaseMark = { shopId: string; processId: string; beat: number; at: Date };

const markSchema = z.object({
  shopId: z.uuid(),
  processId: z.uuid(),
  beat: z.number().int().positive(),
  at: z.coerce.date(),
});

/** When a process first looked at the database, and the newest mark of any process then. */
type Look = { at: Date; newestAt: Date };

type Memory = { mark: DatabaseMark | null; look: Look | null };

const memory = () => processWide<Memory>("database-mark", () => ({ mark: null, look: null }));

/** This process's own last mark; null before the first. */
export function getLastMark(): DatabaseMark | null {
  return memory().mark;
}

/** Remembers a mark in this process; null forgets everything about the database, as a new process would. */
export function rememberMark(mark: DatabaseMark | null): void {
  memory().mark = mark;
  memory().look = null;
}

/** This process's first look at a database that it does not know; the given one, when there was none. */
export function firstLook(look: Look): Look {
  memory().look ??= look;
  return memory().look ?? look;
}

/**
 * A condition for statements that take work, true while the shop may send, refund and mail: no quarantine, the verified
 * database, and this process's last mark in it. A sub-select, so that it is evaluated once.
 */
export function maySendSql(): Prisma.Sql {
  const lastMark = getLastMark();
  return Prisma.sql`(SELECT may_send(${lastMark?.processId ?? null}::uuid, ${lastMark?.beat ?? null}::bigint,
    ${lastMark?.at ?? null}::timestamptz))`;
}

/**
 * Says whether the shop may send, refund and mail. Call it after reading the row to be sent, in case the database is
 * replaced.
 */
export async function maySend(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ may: boolean }[]>`SELECT ${maySendSql()} AS may`;
  return row?.may ?? false;
}

/** Where a process keeps its last mark outside the database, one file for each database. */
export function markFile(databaseUrl: string, stateDir: string | undefined): string {
  const hosts = hostAddresses(databaseUrl).map((address) => new URL(address));
  const place = `${hosts.map(({ host }) => host).join(",")}${hosts[0]?.pathname ?? ""}`;
  const name = createHash("sha256").update(place).digest("hex").slice(0, 16);
  return join(stateDir ?? join(tmpdir(), "groundswell"), `${name}.json`);
}

/**
 * Where the newest entry of the audit log is noted, beside the mark. A new database at the same address
 * has a file of its own. Null while no process has left a mark.
 */
export function auditAnchorFile(fileOfMark: string): string | null {
  const mark = readMarkFile(fileOfMark);
  return mark && fileOfMark.replace(/\.json$/, `.${mark.shopId}.audit.json`);
}

/** The mark that an earlier process left in the file; null when there is none. */
export function readMarkFile(file: string): DatabaseMark | null {
  try {
    return markSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a mark in the file. On a read-only file system only the process remembers it. */
export function writeMarkFile(file: string, mark: DatabaseMark): void {
  try {
    replaceFile(file, JSON.stringify(mark));
  } catch (error) {
    logger.debug({ file, err: String(error) }, "the database mark could not be written to its file");
  }
}

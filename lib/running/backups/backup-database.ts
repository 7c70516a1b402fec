import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import type { Database } from "@/lib/base/db/client";
import { openPostgres } from "@/lib/base/db/open-postgres";
import { getRelease } from "@/lib/base/env/version";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day, hour } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { failedBackupKey } from "@/lib/running/watch/check-backups";
import type { BackupBucket } from "./backup-bucket";
import { encryptBackup } from "./backup-cipher";
import { isOwnName, nameBackup, outdated, timeIn } from "./backup-names";
import { type BackupHead, endLine, headLine, quoted } from "./backup-script";

type Backup = { file: string; bytes: number; takenAt: Date };

/** `isLocked`: the bucket does not let older copies be deleted. */
type KeptBackup = Backup & { isLocked: boolean };

type Input = {
  databaseUrl: string;
  backupKey: string;
  folder: string;
  /** Where a copy of the file goes. */
  bucket?: BackupBucket | undefined;
  /** The number of the shop's own backups to keep; older ones are deleted from the folder and the bucket. */
  keep: number;
};

/**
 * Writes a consistent snapshot of the database into a new file in the folder: a plain SQL script (COPY, like `pg_dump
 * --data-only`), compressed and encrypted. Copies the file to the bucket. The shop keeps running meanwhile. Records the
 * backup when all of that is done, and deletes those beyond `keep`. If the last hour's file did not reach the bucket,
 * it is sent first, so that no more than a file an hour is written while the bucket is away. A failure raises an alert,
 * which the next backup resolves.
 */
export async function backupDatabase(db: Database, input: Input): Promise<KeptBackup> {
  try {
    await mkdir(input.folder, { recursive: true });
    const unsent = input.bucket && (await findUnsent(db, input));
    if (unsent) await send(db, input, unsent);
    const backup = await writeBackup(input);
    await removeOldFiles(input);
    await send(db, input, backup.file);
    return { ...backup, isLocked: await removeOldCopies(db, input) };
  } catch (error) {
    await raiseFailed(db, `The last backup failed. ${reasonOf(error)} ${tryAgain}`);
    throw error;
  }
}

/** The newest file of the folder if it is of the last hour and was not recorded. */
async function findUnsent(db: Database, { folder, backupKey }: Input): Promise<string | null> {
  const own = (await filesOf(folder, ".backup")).filter((name) => isOwnName(backupKey, name));
  const fileName = own.at(-1);
  if (!fileName || fileName < timeAgo(hour)) return null;
  const isRecorded = (await db.backup.count({ where: { fileName } })) > 0;
  return isRecorded ? null : join(folder, fileName);
}

async function send(db: Database, { bucket }: Input, file: string): Promise<void> {
  await bucket?.put(file);
  const row = { bytes: (await stat(file)).size, fileName: basename(file) };
  // Two backups at the same time may send the same file.
  await db.backup.upsert({ where: { fileName: row.fileName }, create: row, update: {} });
}

const tryAgain =
  "Fix the cause. It is tried again by itself, or at once with: npm run ops -- backup /backups.";

function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.userMessage : `${String(error)}.`;
}

async function raiseFailed(db: Database, message: string): Promise<void> {
  try {
    await raiseAlert(db, { key: failedBackupKey, kind: "backup", message });
  } catch (second) {
    logger.error({ err: second }, "the alert of a failed backup could not be raised");
  }
}

type Written = Pick<Input, "databaseUrl" | "backupKey" | "folder">;

/** Only writes the file, because a database of an older release has no table of backups. */
export async function writeBackup({ databaseUrl, backupKey, folder }: Written): Promise<Backup> {
  const sql = await openPostgres(databaseUrl, hour);
  try {
    return await sql.begin("isolation level repeatable read read only", async (tx) => {
      const head = await readHead(tx);
      const file = join(folder, nameBackup(backupKey, head.takenAt));
      const draft = `${file}.part`;
      try {
        await pipeline(
          Readable.from(scriptOf(tx, head), { objectMode: false }),
          createGzip(),
          encryptBackup(backupKey),
          createWriteStream(draft, { mode: 0o600, flush: true }),
        );
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
      return { file, bytes: (await stat(file)).size, takenAt: new Date(head.takenAt) };
    });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function readHead(sql: postgres.TransactionSql): Promise<BackupHead> {
  const [clock] = await sql<{ now: Date }[]>`SELECT now()`;
  if (!clock) throw new Error("the database returned no time");
  const migrations = await sql<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`;
  const [entry] = await sql<{ id: string; hash: string; at: Date }[]>`
    SELECT id, hash, at FROM audit_log ORDER BY id DESC LIMIT 1`;
  return {
    ...getRelease(),
    takenAt: clock.now.toISOString(),
    migrations: migrations.map(({ name }) => name),
    audit: entry ? { ...entry, at: entry.at.toISOString() } : null,
  };
}

// Pages of a table read at once, which bounds the memory: 8 MB on disk with the long values that PostgreSQL keeps apart.
const pagesAtOnce = 1024;

/**
 * The backup's text: its first line, then each table. The queue's tables are left out, because after a restore the
 * sweeper adds jobs for the rows that are due. Account mails that were requested but not sent are lost; they can be
 * requested again.
 */
async function* scriptOf(sql: postgres.TransactionSql, head: BackupHead): AsyncGenerator<Buffer | string> {
  yield headLine(head);
  const tables = await sql<{ name: string; columns: string[]; pages: number; step: number }[]>`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns,
      (pg_relation_size(pg_class.oid) / current_setting('block_size')::int)::int AS pages,
      GREATEST(1, ${pagesAtOnce}::numeric * pg_relation_size(pg_class.oid)
        / GREATEST(1, pg_table_size(pg_class.oid)))::int AS step
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY pg_class.oid, relname ORDER BY relname`;
  for (const { name, columns, pages, step } of tables) {
    const list = columns.map(quoted).join(", ");
    yield `COPY ${quoted(name)} (${list}) FROM stdin;\n`;
    // postgres.js may never end a COPY whose reader pauses, so each piece is read whole.
    for (let page = 0; page < pages; page += step) {
      const rows = `SELECT ${list} FROM ${quoted(name)}
        WHERE ctid >= '(${page},0)'::tid AND ctid < '(${page + step},0)'::tid`;
      yield await readWhole(await sql.unsafe(`COPY (${rows}) TO STDOUT`).readable());
    }
    yield "\\.\n";
  }
  const sequences = await sql<{ name: string; value: string }[]>`
    SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL`;
  for (const { name, value } of sequences) {
    yield `SELECT setval('${quoted(name)}', ${value});\n`;
  }
  yield endLine;
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await finished(stream);
  // postgres.js pauses its socket while the stream's buffer is full, and resumes it when the stream reads again. A
  // stream whose end is already in the buffer never reads again, so the next statement's answer would not be read.
  stream._read(0);
  return Buffer.concat(chunks);
}

/** Also removes the drafts of backups that were killed. */
async function removeOldFiles({ folder, backupKey, keep }: Input): Promise<void> {
  const drafts = (await filesOf(folder, ".part")).filter((name) => name < timeAgo(day));
  for (const name of [...drafts, ...outdated(backupKey, keep, await filesOf(folder, ".backup"))])
    await rm(join(folder, name), { force: true });
}

/**
 * Whether the bucket refuses to delete older copies. The backup itself is safe, so a bucket that fails to delete only
 * raises the alert, and one that refuses keeps more than it must, which is what a lock is for.
 */
async function removeOldCopies(db: Database, { bucket, backupKey, keep }: Input): Promise<boolean> {
  const rows = await db.backup.findMany({ select: { fileName: true } });
  const names = rows.map(({ fileName }) => fileName);
  await db.backup.deleteMany({ where: { fileName: { in: outdated(backupKey, keep, names) } } });
  try {
    const isLocked = bucket !== undefined && (await removeFrom(bucket, { backupKey, keep }));
    await resolveAlert(db, failedBackupKey);
    return isLocked;
  } catch (error) {
    const message = `The last backup is complete, but the bucket does not delete older ones. ${reasonOf(error)}`;
    await raiseFailed(db, message);
    return false;
  }
}

// A lock may hold hundreds of copies, and asking for each of them every hour frees none.
const enoughRefusals = 10;

async function removeFrom(
  bucket: BackupBucket,
  { backupKey, keep }: Pick<Input, "backupKey" | "keep">,
): Promise<boolean> {
  let refusals = 0;
  for (const name of outdated(backupKey, keep, await bucket.list())) {
    if (!(await bucket.remove(name))) refusals += 1;
    if (refusals === enoughRefusals) break;
  }
  return refusals > 0;
}

/** The names of a folder's files with this ending, the oldest first, because a name begins with its time. */
async function filesOf(folder: string, ending: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
}

const timeAgo = (ms: number) => timeIn(addMs(databaseNow(), -ms).toISOString());

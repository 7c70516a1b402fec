import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type postgres from "postgres";
import type { Database } from "@/lib/base/db/client";
import { openPostgres } from "@/lib/base/db/open-postgres";
import { AppError, conflict } from "@/lib/base/errors";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { hour } from "@/lib/base/time/time";
import { migrate } from "@/prisma/migrate";
import { decryptBackup } from "./backup-cipher";
import { type BackupHead, endLine, quoted, readHeadLine, ScriptReader } from "./backup-script";

type Input = {
  databaseUrl: string;
  backupKey: string;
  open(): Readable | Promise<Readable>;
};

/**
 * Fills an empty database from a backup: the migrations it had, its rows in one transaction, the migrations since.
 * Begins the quarantine, because suppliers, Stripe and mailboxes have seen more than the backup. Errors: `conflict` for
 * a database that is not empty, `invalid_input` for a file, a key or a release that does not fit.
 */
export async function restoreDatabase(db: Database, input: Input): Promise<BackupHead> {
  const sql = await openPostgres(input.databaseUrl, hour);
  try {
    await requireEmpty(sql);
    const plain = createGunzip();
    const decrypted = pipeline(await input.open(), decryptBackup(input.backupKey), plain);
    // The reader of the script reports the same failure.
    decrypted.catch(() => undefined);
    const script = new ScriptReader(plain);
    const head = requireHead((await script.line()) ?? "");
    await migrate(input.databaseUrl, head.migrations);
    await sql.begin(async (tx) => {
      await fill(tx, script);
      // Nothing is committed unless the whole file is authentic.
      await decrypted;
    });
    await migrate(input.databaseUrl);
    const reason = `The database was restored from the backup of ${head.takenAt}.`;
    await startQuarantine(db, { reason, agreedUntil: new Date(head.takenAt), isNewLoss: true });
    return head;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function requireEmpty(sql: postgres.Sql): Promise<void> {
  const tables = await sql`SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1`;
  if (tables.length > 0) throw conflict("This database has tables already. Restore into a new, empty one.");
}

/**
 * Reads a backup's own description, once its whole file has proven authentic. Errors: `invalid_input` for a file, a key
 * or a release that does not fit.
 */
export async function readBackupHead(input: Pick<Input, "backupKey" | "open">): Promise<BackupHead> {
  let text = "";
  const firstLine = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!text.includes("\n")) text += chunk.toString("utf8");
      done();
    },
  });
  await pipeline(await input.open(), decryptBackup(input.backupKey), createGunzip(), firstLine);
  return requireHead(text.slice(0, text.indexOf("\n")));
}

function requireHead(line: string): BackupHead {
  const head = readHeadLine(line);
  if (head) return head;
  throw new AppError("invalid_input", {
    userMessage: "This backup has a form that this release does not know.",
  });
}

/** Replaces the rows of all tables. Foreign keys are dropped meanwhile and verified when they are added again. */
async function fill(sql: postgres.TransactionSql, script: ScriptReader): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`;
  const keys = await sql<{ place: string; name: string; definition: string }[]>`
    SELECT conrelid::regclass::text AS place, conname::text AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
  for (const { place, name } of keys)
    await sql.unsafe(`ALTER TABLE ${place} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of tables) {
    await sql.unsafe(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    await sql.unsafe(`TRUNCATE ${quoted(name)}`);
  }
  await run(sql, script);
  for (const { name } of tables) await sql.unsafe(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { place, name, definition } of keys)
    await sql.unsafe(`ALTER TABLE ${place} ADD CONSTRAINT ${quoted(name)} ${definition}`);
}

// The statements that a backup may contain. Whether it is authentic is known only at its end, so nothing else is
// executed.
const copyLine = /^COPY "\w+" \((?:"\w+"(?:, )?)+\) FROM stdin;$/;
const sequenceLine = /^SELECT setval\('"\w+"', \d+\);$/;

async function run(sql: postgres.TransactionSql, script: ScriptReader): Promise<void> {
  for (let line = await script.line(); line !== null; line = await script.line()) {
    if (`${line}\n` === endLine) return;
    if (copyLine.test(line)) {
      await pipeline(Readable.from(script.rows(), { objectMode: false }), await sql.unsafe(line).writable());
    } else if (sequenceLine.test(line)) await sql.unsafe(line);
    else throw new Error("the backup has a line that is none of the shop's");
  }
  throw new Error("the backup has no end");
}

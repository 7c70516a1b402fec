import { text } from "node:stream/consumers";
import { type Connection, connect } from "@/lib/db/client";
import { isDatabaseOutage, sqlState } from "@/lib/db/errors";
import { EnvError, getEnv } from "@/lib/env";
import { markFile } from "@/lib/quarantine/database-mark";
import { openStripe } from "@/lib/stripe/stripe-client";
import { providerOptions } from "@/lib/suppliers/protocol/open-provider";
import type { OpsDeps } from "./command";
import { runCommand } from "./run-command";

// `npm run ops -- help`: the operator's cases from a terminal.
let connection: Connection | undefined;

function openDeps(): OpsDeps {
  const env = getEnv();
  connection ??= connect(env.DATABASE_URL, 2);
  return {
    db: connection.db,
    databaseUrl: env.DATABASE_URL,
    backupKey: env.BACKUP_KEY,
    backupBucket: env.BACKUP_S3_URL,
    provider: providerOptions(env),
    stripe: () => openStripe(env),
    markFile: markFile(env.DATABASE_URL, env.STATE_DIR),
    readInput: () => text(process.stdin),
  };
}

try {
  const { status, output } = await runCommand(openDeps, process.argv.slice(2));
  if (status === 0) console.log(output);
  else console.error(output);
  process.exitCode = status;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 3;
} finally {
  await connection?.close();
}

function messageOf(error: unknown): unknown {
  if (error instanceof EnvError) return error.message;
  if (isDatabaseOutage(error)) return "The database can't be reached. Check DATABASE_URL.";
  if (isMissing(error)) {
    return "DATABASE_URL names a database that does not exist, or that lacks this release's tables. Restore a backup into an empty one, or run the migrations.";
  }
  return isFileError(error) ? error.message : error;
}

/** True when there is no such database (3D000), table (42P01, P2021 of Prisma) or column (42703, P2022). */
function isMissing(error: unknown): boolean {
  const code = sqlState(error) ?? String((error as { code?: unknown } | null)?.code);
  return ["3D000", "42P01", "42703", "P2021", "P2022"].includes(code);
}

/** True for a file or folder that can't be read or written; the message names it. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "path" in error;
}

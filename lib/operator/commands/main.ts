import { text } from "node:stream/consumers";
import { type Connection, connect } from "@/lib/base/db/client";
import { getEnv, getSetupEnv } from "@/lib/base/env/env";
import { markFile } from "@/lib/base/quarantine/database-mark";
import { providerOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { openStripe } from "@/lib/money/stripe/stripe-client";
import type { OpsDeps } from "./command";
import { failureText } from "./failure-text";
import { runCommand } from "./run-command";

// Runs the operator's commands; `npm run ops -- help` lists them.
let connection: Connection | undefined;

function openDeps({ isSetup }: { isSetup: boolean }): OpsDeps {
  const env = isSetup ? getSetupEnv() : getEnv();
  connection ??= connect(env.DATABASE_URL, 2);
  return {
    db: connection.db,
    env: () => env,
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
  console.error(failureText(error));
  process.exitCode = 3;
} finally {
  await connection?.close();
}

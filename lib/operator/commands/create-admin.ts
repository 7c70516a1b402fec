import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type Connection, connect } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { databaseNow, syncClock } from "@/lib/base/time/clock";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { createAdmin } from "@/lib/people/customers/create-admin";
import { failureText } from "./failure-text";

// `npm run admin:create -- --email you@shop.example`: the password is asked for, or read from standard input.
const { values } = parseArgs({ options: { email: { type: "string" } } });
const email = z.email().safeParse(values.email);
if (!email.success) {
  console.error("Usage: npm run admin:create -- --email you@shop.example");
  process.exit(1);
}

let connection: Connection | undefined;
try {
  connection = connect(getEnv().DATABASE_URL, 1);
  const { db } = connection;
  await syncClock(db);
  await createAdmin(
    { db, hasher: argon2Hasher, now: databaseNow() },
    { email: email.data, password: await askPassword() },
  );
  console.log(
    `${email.data} is an administrator now. Sign in at /admin-auth; the second factor is set up there.`,
  );
} catch (error) {
  console.error(failureText(error));
  process.exitCode = 1;
} finally {
  await connection?.close();
}

/** One line from the terminal, without showing what is typed. */
async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write("Password (12 characters at least): ");
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const password = await lines.question("");
  lines.close();
  process.stderr.write("\n");
  return password;
}

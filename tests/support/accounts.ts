import { Secret, TOTP } from "otpauth";
import type { Database } from "@/lib/base/db/client";
import { unseal } from "@/lib/base/secret-box";
import { argon2Hasher, type PasswordHasher } from "@/lib/people/auth/passwords";
import { answerAccountMail } from "@/lib/people/customers/answer-account-mail";
import { requestReset } from "@/lib/people/customers/reset-password";
import { signUp } from "@/lib/people/customers/sign-up";
import { startSession } from "@/lib/people/customers/start-session";
import { verifyEmail } from "@/lib/people/customers/verify-email";
import type { TestDatabase } from "./database";
import { customerFactory } from "./factories";
import { testEnv, testSecret } from "./test-env";

// The account use cases read the scale of the rate limits from the environment.
Object.assign(process.env, testEnv());

/** The shop's hasher, which counts its work. */
function countingHasher(): PasswordHasher & { work: { hashes: number; compares: number } } {
  const work = { hashes: 0, compares: 0 };
  return {
    work,
    hash: (password) => {
      work.hashes += 1;
      return argon2Hasher.hash(password);
    },
    verify: (stored, password) => {
      work.compares += 1;
      return argon2Hasher.verify(stored, password);
    },
  };
}

/** The dependencies of the account use cases. */
export function accountDeps(database: TestDatabase, now = new Date()) {
  const { db, pool } = database;
  return { db, pool, hasher: countingHasher(), secret: testSecret, now };
}

type Deps = ReturnType<typeof accountDeps>;

/** A new account with these roles, and the claims of its session. */
export async function startedSession(database: TestDatabase, roles = ["user"]) {
  const deps = accountDeps(database);
  const user = await customerFactory(deps.db, { roles });
  const signIn = { userId: user.id, version: user.sessionVersion, userAgent: "test" };
  return { ...deps, user, claims: await startSession(deps, signIn) };
}

/** The code that an authenticator app shows at a time. */
export const codeOfApp = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

let networks = 0;
/** An address of a network without any requests so far. */
export const newNetwork = () => {
  networks += 1;
  return `198.18.${Math.floor(networks / 250)}.${networks % 250}`;
};

/** Runs the queued jobs of account mails. */
export async function answerMails(deps: Pick<Deps, "db" | "secret" | "now">): Promise<void> {
  const jobs = await deps.db.$queryRaw<{ sealed: string }[]>`
    DELETE FROM graphile_worker._private_jobs AS job USING graphile_worker._private_tasks AS task
    WHERE task.id = job.task_id AND task.identifier = 'account-mail'
    RETURNING job.payload->>'sealed' AS sealed`;
  for (const { sealed } of jobs) await answerAccountMail(deps, sealed);
}

type SignUp = { email: string; password: string; name?: string | null; address?: string; browser?: string };

/** Signs up, from a new network unless `address` is given, and runs the job of the mail. */
export async function signUpAndMail(deps: Deps, input: SignUp): Promise<void> {
  await signUp(deps, { name: null, address: newNetwork(), browser: "browser-of-the-sign-up", ...input });
  await answerMails(deps);
}

/** Asks for a new password from a new network, and runs the job of the mail. */
export async function resetAndMail(deps: Deps, email: string): Promise<void> {
  await requestReset(deps, { email, address: newNetwork() });
  await answerMails(deps);
}

/** Follows a verification link in the browser that signed up. */
export const followInOwnBrowser = (deps: Deps, token: string) =>
  verifyEmail(deps, { token, browser: "browser-of-the-sign-up", password: "", isNew: false });

/** The kinds of mail queued for an address, oldest first. */
export async function mailKindsTo(db: Database, recipient: string): Promise<string[]> {
  const rows = await db.emailLog.findMany({
    where: { recipient },
    orderBy: { id: "asc" },
    select: { kind: true },
  });
  return rows.map(({ kind }) => kind);
}

/** The tokens in an address's mails of a kind, oldest first. */
export async function linksTo(db: Database, recipient: string, kind: string): Promise<string[]> {
  const rows = await db.emailLog.findMany({ where: { recipient, kind }, orderBy: { id: "asc" } });
  return rows.map(({ props }) => {
    const { sealedToken } = props as { sealedToken: string };
    return unseal(testSecret, "mailed-link", sealedToken);
  });
}

/** The token in the newest of these mails. */
export async function lastLinkTo(db: Database, recipient: string, kind: string): Promise<string> {
  const link = (await linksTo(db, recipient, kind)).at(-1);
  if (!link) throw new Error(`no ${kind} was queued`);
  return link;
}

import { argon2Hasher, type PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { unseal } from "@/lib/secret-box";
import type { TestDatabase } from "./database";
import { testSecret } from "./test-env";

/** The shop's hasher, which counts its work. */
export function countingHasher(): PasswordHasher & { work: { hashes: number; compares: number } } {
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

/** What the use cases of accounts work with. */
export function accountDeps(database: TestDatabase, now = new Date()) {
  const { db, pool } = database;
  return { db, pool, hasher: countingHasher(), secret: testSecret, now };
}

/** The kinds of mail booked for an address, oldest first. */
export async function mailKindsTo(db: Database, recipient: string): Promise<string[]> {
  const rows = await db.emailLog.findMany({
    where: { recipient },
    orderBy: { id: "asc" },
    select: { kind: true },
  });
  return rows.map(({ kind }) => kind);
}

/** What the links in an address's mails of a kind carry, oldest first. */
export async function linksTo(db: Database, recipient: string, kind: string): Promise<string[]> {
  const rows = await db.emailLog.findMany({ where: { recipient, kind }, orderBy: { id: "asc" } });
  return rows.map(({ props }) => {
    const { sealedToken } = props as { sealedToken: string };
    return unseal(testSecret, sealedToken);
  });
}

/** The newest of them. */
export async function lastLinkTo(db: Database, recipient: string, kind: string): Promise<string> {
  const link = (await linksTo(db, recipient, kind)).at(-1);
  if (!link) throw new Error(`no ${kind} was booked`);
  return link;
}

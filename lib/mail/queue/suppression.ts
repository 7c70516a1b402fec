import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { Mail } from "./mail";

type Reports = { hasComplained: boolean; isBouncing: boolean };

/**
 * True when a mail must not be sent, by what became of earlier ones to its address: after a complaint all but what the
 * law requires, after a bounce also not what nobody asked for (`sentDespite`). Pure.
 */
export function isSuppressed(
  { sentDespite }: Pick<Mail<unknown>, "sentDespite">,
  { hasComplained, isBouncing }: Reports,
): boolean {
  if (sentDespite === "complaints") return false;
  return hasComplained || (isBouncing && sentDespite !== "bounces");
}

/** True when mails to an address come back, by what became of earlier ones. */
export async function isBouncing(db: Db, recipient: string): Promise<boolean> {
  const [known] = await db.$queryRaw<Reports[]>(reportsOf(Prisma.sql`${recipient}`));
  return known?.isBouncing ?? false;
}

/**
 * SQL: one row with what became of earlier mails to an address. A mail that arrives later ends a bounce. It is known as
 * long as the mails are kept.
 */
export function reportsOf(recipient: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT COALESCE(bool_or(report = 'complained'), false) AS "hasComplained",
      COALESCE((array_agg(report ORDER BY reported_at DESC) FILTER (WHERE report <> 'complained'))[1] <> 'delivered',
        false) AS "isBouncing"
    FROM email_log AS earlier
    WHERE earlier.recipient = ${recipient} AND report IN ('delivered', 'bounced', 'suppressed', 'complained')`;
}

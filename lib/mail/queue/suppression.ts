import type { Db } from "@/lib/base/db/client";
import type { Mail } from "./mail";

type Known = { hasComplained: boolean; isBouncing: boolean };

/**
 * True when a mail must not be sent, by what became of earlier ones to its address: after a complaint all but what the
 * law requires, after a bounce also not what nobody asked for (`sentDespite`). A mail that arrives later ends a bounce.
 * It is known as long as the mails are kept.
 */
export async function isSuppressed(
  db: Db,
  { sentDespite }: Pick<Mail<unknown>, "sentDespite">,
  recipient: string,
): Promise<boolean> {
  if (sentDespite === "complaints") return false;
  const { hasComplained, isBouncing } = await readReports(db, recipient);
  return hasComplained || (isBouncing && sentDespite !== "bounces");
}

/** True when mails to an address come back, by what became of earlier ones; a mail that arrives later ends it. */
export async function isBouncing(db: Db, recipient: string): Promise<boolean> {
  return (await readReports(db, recipient)).isBouncing;
}

async function readReports(db: Db, recipient: string): Promise<Known> {
  const [known] = await db.$queryRaw<Known[]>`
    SELECT COALESCE(bool_or(report = 'complained'), false) AS "hasComplained",
      COALESCE((array_agg(report ORDER BY reported_at DESC) FILTER (WHERE report <> 'complained'))[1] <> 'delivered',
        false) AS "isBouncing"
    FROM email_log
    WHERE recipient = ${recipient} AND report IN ('delivered', 'bounced', 'suppressed', 'complained')`;
  return known ?? { hasComplained: false, isBouncing: false };
}

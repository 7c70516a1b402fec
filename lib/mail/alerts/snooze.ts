import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";

export const snoozeChoices = ["1h", "4h", "morning", "end"] as const;
type SnoozeChoice = (typeof snoozeChoices)[number];

/**
 * Leaves a subject out of the operators' list for one hour, four hours, or until the next 8 a.m. in `timeZone` (IANA;
 * UTC if PostgreSQL does not know it); `end` puts it back. A second snooze replaces the first, and the list itself puts
 * back what has become worse, or has a matter of a kind that is not one of `kinds`.
 */
export async function snooze(
  db: Database,
  {
    subject,
    kinds,
    choice,
    timeZone,
    actor,
  }: { subject: string; kinds: string[]; choice: SnoozeChoice; timeZone: string; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Deletes the few that are over, which would otherwise stay forever.
    await tx.$executeRaw`DELETE FROM needs_me_snoozes WHERE until <= now() OR subject = ${subject}`;
    if (choice !== "end") {
      await tx.$executeRaw`
        INSERT INTO needs_me_snoozes (subject, kinds, until, snoozed_at, actor_id)
        VALUES (${subject}, ${kinds}::text[], ${endOf(choice, timeZone)}, now(), ${actor.id}::uuid)
        ON CONFLICT (subject) DO UPDATE SET kinds = EXCLUDED.kinds, until = EXCLUDED.until,
          snoozed_at = EXCLUDED.snoozed_at, actor_id = EXCLUDED.actor_id`;
    }
    const action = choice === "end" ? "matter.unsnoozed" : "matter.snoozed";
    await recordAudit(tx, { actor }, action, ["matter", subject], { after: { choice } });
  });
}

function endOf(choice: Exclude<SnoozeChoice, "end">, timeZone: string): Prisma.Sql {
  if (choice !== "morning") return Prisma.sql`now() + ${choice === "1h" ? 1 : 4}::int * interval '1 hour'`;
  const zone = Prisma.sql`COALESCE((SELECT name FROM pg_timezone_names WHERE name = ${timeZone}), 'UTC')`;
  const next = Prisma.sql`date_trunc('day', (now() AT TIME ZONE ${zone}) + interval '16 hours') + interval '8 hours'`;
  return Prisma.sql`(${next}) AT TIME ZONE ${zone}`;
}

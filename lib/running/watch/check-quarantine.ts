import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { raiseAlert, resolveAlerts } from "@/lib/mail/alerts/raise-alert";

/**
 * Raises an alert while a quarantine lasts, and resolves it afterwards. Each quarantine has an alert of its own: in a
 * restored database the number of an alert's mails goes back too, and the mail provider would take the next one for a
 * repetition.
 */
export async function checkQuarantine(db: Database): Promise<void> {
  const quarantine = await findQuarantine(db);
  const key = quarantine ? `quarantine:${quarantine.since.toISOString()}` : "";
  if (quarantine) {
    const message = `Nothing is sent, refunded or mailed to customers. ${quarantine.reason} \`npm run ops -- recover look\` shows what is known, \`npm run ops -- recover\` ends it.`;
    await raiseAlert(db, { key, kind: "quarantine", message });
  }
  await resolveAlerts(db, Prisma.sql`kind = 'quarantine' AND key <> ${key}`);
}

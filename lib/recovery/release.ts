import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { holdItems } from "@/lib/delivery/after-restore";
import { holdMails } from "@/lib/email/hold-mails";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { endQuarantine } from "@/lib/quarantine/start-quarantine";
import { holdRefills } from "@/lib/refills/hold-refills";
import type { SupplierReading } from "./read-suppliers";

type Uncertain = SupplierReading["uncertain"];

/** What can't be sent again without an operator's decision: items, refills and mails. */
export type Held = { items: number; refills: number; mails: number };

/**
 * Ends the quarantine that began at `since`. In the same transaction, items and refills that may have been sent go into
 * review, and mails that may be too old for Resend to recognize a repetition are marked failed. Throws conflict when the
 * database went back again meanwhile.
 */
export async function releaseQuarantine(
  db: Database,
  { since, uncertain, ...deed }: Deed & { since: Date; uncertain: Uncertain },
): Promise<Held> {
  const held = await db.$transaction(async (tx) => {
    if (!(await endQuarantine(tx, since))) {
      throw new AppError("conflict", {
        userMessage: "The database went back again during the reading. Run recover once more.",
      });
    }
    const held = {
      items: await holdItems(tx, uncertain),
      refills: await holdRefills(tx, since),
      mails: await holdMails(tx, since),
    };
    await recordAudit(tx, {
      ...deed,
      action: "quarantine.released",
      subjectType: "shop",
      subjectId: "database",
      after: held,
    });
    return held;
  });
  logger.warn(held, "the quarantine is over");
  return held;
}

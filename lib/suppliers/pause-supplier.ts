import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { resolveFailureAlert, resolveHoldAlerts } from "./health";

/**
 * Stops sending to a supplier, or resumes, even before the end of a hold. Orders that it has accepted are still polled.
 * Idempotent. Throws not_found.
 */
export async function pauseSupplier(
  db: Database,
  { supplierId, isPaused, ...deed }: Deed & { supplierId: string; isPaused: boolean },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await tx.supplier.findUnique({ where: { id: supplierId } });
    if (!before) throw new AppError("not_found", { userMessage: "There is no such supplier." });
    const isOff = !before.isActive || before.holdUntil !== null;
    if (isPaused ? !before.isActive : !isOff) return;
    await tx.supplier.update({
      where: { id: supplierId },
      data: isPaused
        ? { isActive: false }
        : { isActive: true, holdUntil: null, holdReason: null, failures: 0, openUntil: null },
    });
    if (!isPaused) {
      await resolveHoldAlerts(tx, supplierId);
      await resolveFailureAlert(tx, supplierId);
    }
    await recordAudit(tx, {
      ...deed,
      action: isPaused ? "supplier.paused" : "supplier.resumed",
      subjectType: "supplier",
      subjectId: supplierId,
      before: { isActive: before.isActive, holdReason: before.holdReason },
      after: { isActive: !isPaused },
    });
  });
}

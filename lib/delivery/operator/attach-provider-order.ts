import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { recordEvents } from "@/lib/orders/record-event";
import { openProvider, type ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import type { StatusReport } from "@/lib/suppliers/protocol/read-status";
import { lockItem, movedOn, requireNoRepeat } from "./lock-item";

export type AttachDeps = { db: Database; provider: ProviderOptions };

export type AttachInput = { itemId: string; providerOrderId: string; actor: Actor; reason: string };

/**
 * Gives an item whose outcome was unknown the number it has at its supplier, and lets it be followed from there. The
 * supplier is asked first: it must know the number, and must not have more left of it than the item asked for. The
 * same number again changes nothing. Errors: invalid_input for something that is no number; not_found; conflict when
 * the item moved on or is being asked about, the supplier does not know the number, or another item has it; upstream_failed when the
 * supplier does not answer.
 */
export async function attachProviderOrder(
  deps: AttachDeps,
  { itemId, providerOrderId, actor, reason }: AttachInput,
): Promise<void> {
  if (!/^[1-9]\d{0,30}$/.test(providerOrderId)) {
    throw new AppError("invalid_input", { userMessage: "A supplier's order number has digits only." });
  }
  const report = await askAbout(deps, itemId, providerOrderId);
  try {
    await deps.db.$transaction(async (tx) => {
      const item = await lockItem(tx, itemId);
      if (item.providerOrderId === providerOrderId) return;
      if (item.state !== "unknown") throw movedOn(item.state, "given a number");
      await requireNoRepeat(tx, [itemId]);
      if (report.remains !== null && report.remains > item.quantity) throw tooLarge(report.remains);
      await tx.fulfillmentItem.update({
        where: { id: itemId },
        data: {
          state: "submitted",
          providerOrderId,
          leaseToken: null,
          reason: null,
          reviewSince: null,
          submittedAt: item.submittedAt ?? item.leasedAt,
          nextCheckAt: databaseNow(),
        },
      });
      if (!item.order.providerOrderId) {
        await tx.order.update({ where: { id: item.orderId }, data: { providerOrderId } });
      }
      await recordEvents(tx, [
        {
          orderId: item.orderId,
          itemId,
          type: "item.changed",
          from: "unknown",
          to: "submitted",
          data: { by: "administrator", providerOrderId },
        },
      ]);
      await recordAudit(tx, {
        actor,
        action: "item.attached",
        subjectType: "item",
        subjectId: itemId,
        before: { state: "unknown", reason: item.reason },
        after: { state: "submitted", providerOrderId, word: report.word, charge: report.charge },
        reason,
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", {
      userMessage: `Number ${providerOrderId} belongs to another item already. Please check which one is right.`,
    });
  }
}

/** What the supplier says about the number; it is asked outside of any transaction. */
async function askAbout(
  { db, provider: options }: AttachDeps,
  itemId: string,
  providerOrderId: string,
): Promise<Extract<StatusReport, { kind: "known" }>> {
  const item = await db.fulfillmentItem.findUnique({ where: { id: itemId }, include: { supplier: true } });
  if (!item) throw new AppError("not_found", { userMessage: "There is no such item." });
  if (!item.supplier) throw movedOn(item.state, "given a number");
  const provider = openProvider(item.supplier, options);
  const answer = await provider?.statuses([providerOrderId]);
  if (!answer?.ok) {
    throw new AppError("upstream_failed", {
      userMessage: `${item.supplier.name} did not answer about number ${providerOrderId}. Please try again.`,
      detail: answer ? answer.reason : "the address or the key can't be used",
    });
  }
  const report = answer.reports.get(providerOrderId);
  if (report?.kind === "known") return report;
  throw new AppError("conflict", {
    userMessage: `${item.supplier.name} does not know number ${providerOrderId}. Please check it in the supplier's list.`,
  });
}

function tooLarge(remains: number): AppError {
  return new AppError("conflict", {
    userMessage: `That order has ${remains} units left, more than this item asked for, so it must be another one.`,
  });
}

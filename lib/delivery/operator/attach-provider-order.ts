import { z } from "zod";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { isItemIn } from "@/lib/base/db/item-status";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { noAccess, openProvider, type SupplierDeps } from "@/lib/delivery/suppliers/protocol/open-provider";
import { orderNumber } from "@/lib/delivery/suppliers/protocol/read-json";
import type { StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";
import { storeProviderOrderId } from "@/lib/orders/order/provider-order-id";
import { changeItem, itemInput, movedOn, type OperatorInput } from "./change-item";

export const attachInput = itemInput.extend({ providerOrderId: z.string().max(200) });

/**
 * Attaches the supplier's order number to an item whose call was lost, or to one in review at its supplier, whose own
 * number is missing or wrong. After a restore it may be another supplier's (`supplierId`), because the copy can't know
 * which one was asked. The supplier must know the number and report at most the item's quantity as remaining.
 * Idempotent. Errors: invalid_input unless it can be an order number; not_found; conflict when the item moved on or its
 * lost call is being repeated, the supplier does not know the number, or another item in flight has it; upstream_failed
 * when the supplier does not answer.
 */
export async function attachProviderOrder(
  deps: SupplierDeps,
  {
    providerOrderId: given,
    supplierId,
    ...input
  }: OperatorInput & { providerOrderId: string; supplierId?: string },
): Promise<void> {
  const providerOrderId = orderNumber(given);
  if (providerOrderId === null) {
    throw new AppError("invalid_input", {
      userMessage: "Enter the order number as the supplier shows it: at most 64 characters, without a comma.",
    });
  }
  const { remains, word, charge } = await askAbout(deps, input.itemId, providerOrderId, supplierId);
  try {
    await changeItem(deps.db, input, "item.attached", async (item, tx) => {
      const isLost = item.state === "unknown";
      const isInReview = isItemIn("atSupplier", item.state) && item.reviewSince !== null;
      const isTracked = isInReview && item.supplier?.kind !== "manual";
      if (item.providerOrderId === providerOrderId && !isTracked) return null;
      if (!isLost && !isTracked) throw movedOn(item.state, "given a number");
      if (remains !== null && remains > item.quantity) {
        throw conflict(
          `That order still has ${remains} to deliver, more than this item asked for, so it must be a different one.`,
        );
      }
      await storeProviderOrderId(tx, item.orderId, providerOrderId);
      const asked = supplierId ?? item.supplierId;
      return {
        to: isLost ? "submitted" : item.state,
        set: {
          supplierId: asked,
          supplierServiceId: asked === item.supplierId ? item.supplierServiceId : null,
          providerOrderId,
          // An item that was held after a restore may have neither time; without them it would never be late.
          leasedAt: item.leasedAt ?? databaseNow(),
          submittedAt: item.submittedAt ?? item.leasedAt ?? databaseNow(),
          nextCheckAt: databaseNow(),
        },
        note: { providerOrderId },
        after: { providerOrderId, word, charge },
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(
      `Number ${providerOrderId} belongs to another item that is still in progress. Please check which one is right.`,
    );
  }
}

/** The supplier's report about the number. It is asked outside any transaction. */
async function askAbout(
  { db, provider }: SupplierDeps,
  itemId: string,
  providerOrderId: string,
  supplierId: string | undefined,
): Promise<Extract<StatusReport, { kind: "known" }>> {
  const item = await db.fulfillmentItem.findUnique({ where: { id: itemId } });
  if (!item) throw notFound("There is no such item.");
  const isElsewhere = supplierId !== undefined && supplierId !== item.supplierId;
  if (isElsewhere && item.reason !== "database_restored") {
    throw conflict("This item was sent to another supplier, so the number can't be this one's.");
  }
  const askedId = supplierId ?? item.supplierId;
  const supplier = askedId && (await db.supplier.findUnique({ where: { id: askedId } }));
  if (!supplier) throw movedOn(item.state, "given a number");
  const answer = await openProvider(supplier, provider)?.statuses([providerOrderId]);
  if (!answer?.ok) {
    throw new AppError("upstream_failed", {
      userMessage: `${supplier.name} did not answer about number ${providerOrderId}. Please try again.`,
      detail: answer?.reason ?? noAccess,
    });
  }
  const report = answer.reports.get(providerOrderId);
  if (report?.kind === "known") return report;
  throw conflict(
    `${supplier.name} does not know number ${providerOrderId}. Please check it in the supplier's list.`,
  );
}

import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ActionDialog } from "@/app/admin/allowed-action";
import { decideRefillAction } from "@/app/admin/fulfillment/actions";
import { ItemSheet } from "@/app/admin/fulfillment/item-sheet";
import { ReviewDisputes, ReviewOrders } from "@/app/admin/fulfillment/review-orders";
import { HeldRefundSteps } from "@/app/admin/orders/held-refund-steps";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { OrderLink } from "@/components/admin/order-link";
import { inWords } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { EmptyState } from "@/components/ui/empty-state";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { formatCents } from "@/lib/money";
import type { ItemFile } from "@/lib/reporting/item-file";
import { listReview, type Review } from "@/lib/reporting/list-review";

export const metadata: Metadata = { title: "Review" };

// More are not reviewed at once; decided ones make room.
const listed = 50;

/** Everything in manual review, the longest waiting first, with its evidence and the safe next steps. */
export default async function ReviewPage() {
  await requireAdmin("fulfillment.read");
  const review = await listReview(getDb(), { limit: listed, now: databaseNow() });
  const isEmpty = Object.values(review).every((list) => list.length === 0);
  return (
    <>
      <AdminHeading
        title="Review"
        intro={`What needs your decision, the longest waiting first. At most ${listed} of each are shown.`}
      />
      {isEmpty ? (
        <EmptyState title="Nothing to review" detail="No order needs a decision right now." />
      ) : null}
      <HeldRefunds refunds={review.held} />
      <ReviewDisputes disputes={review.disputes} />
      <Items title="Items" detail="Unknown, refused, stuck, or delivered manually." items={review.items} />
      <LostRefills refills={review.refills} />
      <ReviewOrders
        title="Delivered without a payment"
        detail="Suppliers are working on these although they are not paid. Cancel them there, or let them finish."
        orders={review.unpaid}
      />
      <ReviewOrders
        title="Flagged orders"
        detail="Open each order, check it and clear its flag."
        orders={review.flagged}
      />
      <Items
        title="Paused for more than a day"
        detail="The buyers have not fixed the account or post."
        items={review.paused}
      />
    </>
  );
}

function Items({ title, detail, items }: { title: string; detail: string; items: ItemFile[] }) {
  if (items.length === 0) return null;
  return (
    <AdminSection title={title} detail={detail}>
      <div className="flex flex-col gap-6">
        {items.map((item) => (
          <ItemSheet key={item.id} item={item} hasOrderLink />
        ))}
      </div>
    </AdminSection>
  );
}

function HeldRefunds({ refunds }: { refunds: Review["held"] }) {
  if (refunds.length === 0) return null;
  return (
    <AdminSection
      title="Held refunds"
      detail="Above a limit: the shop's for automatic refunds, or that of the person who asked. Release or drop each."
    >
      <ul className="flex flex-col gap-4 text-sm">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="flex flex-wrap items-center gap-x-3">
              <OrderLink orderId={refund.orderId} />
              <span className="font-medium tabular-nums">{formatCents(refund.amountCents)}</span>
              {inWords(refund.reason)}
              {refund.askedBy ? <span className="wrap-anywhere">asked for by {refund.askedBy}</span> : null}
              {refund.askedBy && refund.note ? <span className="wrap-anywhere">“{refund.note}”</span> : null}
              <LocalTime at={refund.createdAt} isRelative className="text-muted-foreground" />
            </span>
            <HeldRefundSteps refund={refund} />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

function LostRefills({ refills }: { refills: Review["refills"] }) {
  if (refills.length === 0) return null;
  return (
    <AdminSection title="Refills without an answer" detail="Look each one up at its supplier.">
      <ul className="flex flex-col gap-4 text-sm">
        {refills.map((refill) => (
          <li key={refill.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="flex flex-wrap items-center gap-x-3">
              <OrderLink orderId={refill.orderId} />
              {refill.providerOrderId ? `Number ${refill.providerOrderId}` : null}
              <LocalTime at={refill.createdAt} isRelative className="text-muted-foreground" />
            </span>
            <DecideRefill refillId={refill.id} />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

const decisions = [
  ["attach", "The supplier took it, under the number below"],
  ["resend", "The supplier did not take it: request it again"],
  ["completed", "It was delivered"],
  ["rejected", "The supplier refused it"],
] as const;

/** The decision about a refill whose answer was lost. */
function DecideRefill({ refillId }: { refillId: string }) {
  return (
    <ActionDialog
      label="Decide"
      title="What happened to this refill?"
      detail="Look it up at the supplier. Refills are free, and no money moves."
      submitLabel="Save decision"
      hidden={{ refillId }}
      action={decideRefillAction}
    >
      <ActionSelect name="decision" label="Outcome" defaultValue="attach" options={decisions} />
      <ActionInput
        name="supplierRefillId"
        label="Refill number at the supplier"
        hint="Only if the supplier took it."
        inputMode="numeric"
        maxLength={40}
      />
    </ActionDialog>
  );
}

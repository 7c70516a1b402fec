import { currentUser } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import {
  dropRefundAction,
  markPaidAnotherWayAction,
  refundOrderAction,
  releaseRefundAction,
  retryRefundAction,
} from "@/app/admin/orders/[id]/actions";
import { ActionInput } from "@/components/admin/action-form";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { getDb } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import { inWords } from "@/lib/base/text/words";
import { findHeldRefund } from "@/lib/money/refunds/held-refunds";
import { ceilingOf, needsAnother } from "@/lib/money/refunds/refund-limits";
import type { OrderDetails, RefundDetails } from "@/lib/operator/reporting/find-order-details";
import type { RefundPreview } from "@/lib/operator/reporting/preview-refunds";
import { may, staffRoleOf } from "@/lib/people/auth/roles";
import { loadSettings } from "@/lib/shop/settings/site-settings";

/** The order's refunds, and the dialogs for new ones. */
export function RefundList({ order: { id, refunds, refundable } }: { order: OrderDetails }) {
  return (
    <AdminSection title="Refunds" anchor="refunds">
      <div className="flex flex-wrap gap-2">
        <RefundDialogs orderId={id} preview={refundable} />
      </div>
      <AdminList empty="No refunds yet.">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-col gap-2">
            <span className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
              {formatCents(refund.amountCents)}, {inWords(refund.reason)} <StateBadge state={refund.status} />
            </span>
            {refund.note ? <span className="wrap-anywhere">{refund.note}</span> : null}
            {refund.askedBy ? <span className="wrap-anywhere">Requested by {refund.askedBy}</span> : null}
            {refund.causedBy.length > 0 ? (
              <span className="wrap-anywhere">
                Follows from a decision by {refund.causedBy.join(" and ")}
              </span>
            ) : null}
            {refund.releasedBy ? (
              <span className="wrap-anywhere">Released by {refund.releasedBy}</span>
            ) : null}
            {refund.failure ? <span className="text-destructive">{inWords(refund.failure)}</span> : null}
            <span className="text-muted-foreground">
              <LocalTime at={refund.finishedAt ?? refund.createdAt} />
              {refund.stripeRefundId ? <code className="text-xs"> {refund.stripeRefundId}</code> : null}
            </span>
            {refund.status === "held" ? <HeldRefundSteps refundId={refund.id} /> : null}
            {refund.paidAnotherWay ? (
              <span className="wrap-anywhere">Paid another way: {refund.paidAnotherWay}</span>
            ) : null}
            {refund.isOwed ? <FailedRefundSteps refund={refund} /> : null}
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

/** Sends a failed refund again, or marks that the customer has its amount. */
function FailedRefundSteps({ refund }: { refund: RefundDetails }) {
  const amount = formatCents(refund.amountCents);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <AllowedDialog
        label="Send again"
        ariaLabel={`Send again the refund of ${amount}`}
        title={`Send ${amount} again`}
        detail={`Stripe is asked again to refund ${amount} to the card.`}
        submitLabel={`Refund ${amount}`}
        hidden={{ refundId: refund.id }}
        action={retryRefundAction}
      />
      <AllowedDialog
        label="Paid another way"
        ariaLabel={`Mark the refund of ${amount} as paid another way`}
        title={`The customer has the ${amount}`}
        detail={`Say how, for example by bank transfer or by another refund. The ${amount} is then no longer owed, and this refund can't be sent again.`}
        submitLabel="Mark as paid"
        hidden={{ refundId: refund.id }}
        action={markPaidAnotherWayAction}
      />
    </div>
  );
}

type RefundDialogsProps = { orderId: string; preview: RefundPreview };

function RefundDialogs({ orderId, preview }: RefundDialogsProps) {
  const { fullCents, partCents, undeliveredCents } = preview;
  if (fullCents === null) return <p className="text-sm text-muted-foreground">{preview.obstacle}</p>;
  // The intent is created here, so that a form that is sent twice makes one refund.
  const hidden = (kind: "full" | "part" | "undelivered") => ({ orderId, kind, intent: newId() });
  return (
    <>
      {undeliveredCents === null ? null : (
        <AllowedDialog
          label="Refund what was not delivered"
          title={`Refund ${formatCents(undeliveredCents)}`}
          detail={`${formatCents(undeliveredCents)} for undelivered units goes back to the card. ${givenUp(preview.ownUnsentUnits)}`}
          submitLabel={`Refund ${formatCents(undeliveredCents)}`}
          hidden={hidden("undelivered")}
          action={refundOrderAction}
        />
      )}
      {partCents > 0 ? (
        <AllowedDialog
          label="Refund a part"
          title="Refund a part of the payment"
          detail={`The amount goes back to the card; the delivery continues. It counts towards what is not delivered: at the end, only what is owed beyond it is refunded. ${formatCents(partCents)} is left of the payment.`}
          submitLabel="Refund this amount"
          hidden={hidden("part")}
          action={refundOrderAction}
        >
          <ActionInput
            name="amount"
            label="Amount in dollars"
            hint={`At most ${formatCents(partCents)}.`}
            inputMode="decimal"
            required
            maxLength={10}
          />
        </AllowedDialog>
      ) : null}
      <AllowedDialog
        label="Refund in full"
        title={`Refund ${formatCents(fullCents)}`}
        detail={`${formatCents(fullCents)}, the rest of the payment, goes back to the card. ${givenUp(preview.unsentUnits)} ${atSupplier(preview)}`}
        submitLabel={`Refund ${formatCents(fullCents)}`}
        isDestructive
        hidden={hidden("full")}
        action={refundOrderAction}
      />
      <OwnCeiling />
    </>
  );
}

/** How much the visitor may refund alone; renders nothing where there is no limit. */
async function OwnCeiling() {
  const role = staffRoleOf((await currentUser())?.roles ?? []);
  if (role === null || !may(role, "refunds.request")) return null;
  const { refundCents, dayCents } = ceilingOf(role, await loadSettings(getDb()));
  if (dayCents === Number.POSITIVE_INFINITY) return null;
  return (
    <p className="basis-full text-sm text-muted-foreground">
      On your own, you may refund up to {formatCents(refundCents)} at a time and {formatCents(dayCents)} in 24
      hours. Above that, a second administrator decides.
    </p>
  );
}

function givenUp(unsentUnits: number): string {
  if (unsentUnits === 0) return "";
  return `${plural(unsentUnits, "unsent unit")} ${unsentUnits === 1 ? "is" : "are"} cancelled.`;
}

function atSupplier({ openUnits }: RefundPreview): string {
  if (openUnits === 0) return "";
  return openUnits === 1
    ? "1 unit is at a supplier and may still arrive. Cancel it there to stop it."
    : `${openUnits.toLocaleString("en-US")} units are at a supplier and may still arrive. Cancel them there to stop them.`;
}

/** Releases or drops a held refund; an administrator whom it comes from may only drop it. */
export async function HeldRefundSteps({ refundId }: { refundId: string }) {
  const [refund, visitor] = await Promise.all([findHeldRefund(getDb(), refundId), currentUser()]);
  if (!refund) return null;
  const another = visitor && needsAnother(visitor.id, refund);
  const amount = formatCents(refund.amountCents);
  const hidden = { refundId: refund.id };
  const afterDrop =
    refund.requestedById === null
      ? "The shop had promised it, so the buyer is told. You can still refund the order on its page."
      : "What it was for can be refunded again on the order's page.";
  return (
    <div className="flex flex-wrap items-center gap-2">
      {another ? (
        <span className="text-muted-foreground">{another}</span>
      ) : (
        <AllowedDialog
          label="Release"
          ariaLabel={`Release the refund of ${amount}`}
          title={`Release ${amount}`}
          detail={`${amount} goes back to the card at once. It counts towards what you may refund in 24 hours.`}
          submitLabel={`Release ${amount}`}
          hidden={hidden}
          action={releaseRefundAction}
        />
      )}
      <AllowedDialog
        label="Drop"
        ariaLabel={`Drop the refund of ${amount}`}
        title={`Drop the refund of ${amount}`}
        detail={`This refund of ${amount} is not sent and can't be brought back. ${afterDrop}`}
        submitLabel="Drop it"
        isDestructive
        hidden={hidden}
        action={dropRefundAction}
      />
    </div>
  );
}

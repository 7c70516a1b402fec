import { currentUser, visitorMay } from "@/app/_server/session";
import { refundOrderAction } from "@/app/admin/orders/[id]/actions";
import { type RefundChoice, RefundDialog } from "@/components/admin/refund-dialog";
import { getDb } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import { ceilingOf } from "@/lib/money/refunds/refund-limits";
import type { OrderDetails } from "@/lib/operator/reporting/find-order-details";
import type { RefundPreview } from "@/lib/operator/reporting/preview-refunds";
import { staffRoleOf } from "@/lib/people/auth/roles";
import { loadSettings } from "@/lib/shop/settings/site-settings";

/** The button that refunds an order, or why there is nothing to refund. */
export async function RefundOffer({ order: { id, refundable } }: { order: OrderDetails }) {
  if (!(await visitorMay("refunds.request"))) return null;
  const choices = choicesOf(refundable);
  if (!choices) return <p className="text-sm text-muted-foreground">{refundable.obstacle}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <RefundDialog
        action={refundOrderAction}
        hidden={{ orderId: id, intent: newId() }}
        choices={choices}
        most={formatCents(refundable.partCents)}
      />
      <OwnCeiling />
    </div>
  );
}

/** What can be refunded, what was not delivered first; null for nothing. */
function choicesOf(preview: RefundPreview): [RefundChoice, ...RefundChoice[]] | null {
  const { fullCents, partCents, undeliveredCents } = preview;
  if (fullCents === null) return null;
  const full: RefundChoice = {
    kind: "full",
    label: `Everything that is left: ${formatCents(fullCents)}`,
    detail: ["Nothing more is delivered.", givenUp(preview.unsentUnits), atSupplier(preview)]
      .join(" ")
      .trim(),
    submitLabel: `Refund ${formatCents(fullCents)}`,
  };
  const part: RefundChoice = {
    kind: "part",
    label: "Another amount",
    detail: `The delivery continues. The amount counts towards what is not delivered: at the end, only what is owed beyond it is refunded. ${formatCents(partCents)} is left of the payment.`,
    submitLabel: "Refund this amount",
  };
  const rest = partCents > 0 ? [part, full] : [full];
  if (undeliveredCents === null) return partCents > 0 ? [part, full] : [full];
  const amount = formatCents(undeliveredCents);
  return [
    {
      kind: "undelivered",
      label: `What was not delivered: ${amount}`,
      detail: ["It closes what the shop owes.", givenUp(preview.ownUnsentUnits)].join(" ").trim(),
      submitLabel: `Refund ${amount}`,
    },
    ...rest,
  ];
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

/** How much the visitor may refund alone; renders nothing where there is no limit. */
async function OwnCeiling() {
  const role = staffRoleOf((await currentUser())?.roles ?? []);
  if (role === null) return null;
  const { refundCents, dayCents } = ceilingOf(role, await loadSettings(getDb()));
  if (dayCents === Number.POSITIVE_INFINITY) return null;
  return (
    <p className="min-w-0 flex-1 basis-60 text-sm text-muted-foreground">
      On your own, you may refund up to {formatCents(refundCents)} at a time and {formatCents(dayCents)} in 24
      hours. Above that, a second administrator decides.
    </p>
  );
}

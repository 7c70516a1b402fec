import { currentUser } from "@/app/_server/session";
import { ActionDialog } from "@/app/admin/allowed-action";
import { refundOrderAction } from "@/app/admin/orders/[id]/actions";
import { ActionInput } from "@/components/admin/action-form";
import { may, staffRoleOf } from "@/lib/auth/roles";
import { getDb } from "@/lib/db/client";
import { formatCents } from "@/lib/money";
import { ceilingOf } from "@/lib/refunds/refund-ceiling";
import type { RefundPreview } from "@/lib/reporting/preview-refunds";
import { loadSettings } from "@/lib/settings/site-settings";

type RefundDialogsProps = {
  orderId: string;
  preview: RefundPreview;
  /** One per dialog, created at render, so that a form that is sent twice makes one refund. */
  intents: { full: string; part: string; undelivered: string };
};

/** The three kinds of refund, each with its amount. */
export function RefundDialogs({ orderId, preview, intents }: RefundDialogsProps) {
  const { fullCents, partCents, undeliveredCents } = preview;
  if (fullCents === null) return <p className="text-sm text-muted-foreground">{preview.obstacle}</p>;
  const hidden = (kind: keyof typeof intents) => ({ orderId, kind, intent: intents[kind] });
  return (
    <>
      {undeliveredCents === null ? null : (
        <ActionDialog
          label="Refund what was not delivered"
          title={`Refund ${formatCents(undeliveredCents)}`}
          detail={`${formatCents(undeliveredCents)} for undelivered units goes back to the card. ${givenUp(preview)}`}
          submitLabel={`Refund ${formatCents(undeliveredCents)}`}
          hidden={hidden("undelivered")}
          action={refundOrderAction}
        />
      )}
      {partCents > 0 ? (
        <ActionDialog
          label="Refund a part"
          title="Refund a part of the payment"
          detail={`The amount goes back to the card; the delivery continues. ${formatCents(partCents)} is left of the payment.`}
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
        </ActionDialog>
      ) : null}
      <ActionDialog
        label="Refund in full"
        title={`Refund ${formatCents(fullCents)}`}
        detail={`${formatCents(fullCents)}, the rest of the payment, goes back to the card. ${givenUp(preview)} ${atSupplier(preview)}`}
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
      hours. Above that, a second person decides.
    </p>
  );
}

function givenUp({ unsentUnits }: RefundPreview): string {
  if (unsentUnits === 0) return "";
  return unsentUnits === 1
    ? "1 unsent unit is canceled."
    : `${unsentUnits.toLocaleString("en-US")} unsent units are canceled.`;
}

function atSupplier({ openUnits }: RefundPreview): string {
  if (openUnits === 0) return "";
  return openUnits === 1
    ? "1 unit is at a supplier and may still arrive. Cancel it there to stop it."
    : `${openUnits.toLocaleString("en-US")} units are at a supplier and may still arrive. Cancel them there to stop them.`;
}

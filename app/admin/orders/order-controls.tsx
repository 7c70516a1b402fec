import { AllowedDialog } from "@/app/admin/allowed-action";
import {
  blockOrderAction,
  clearFlagAction,
  clearOrderAlertAction,
  unblockOrderAction,
} from "@/app/admin/orders/[id]/actions";
import { MessageText } from "@/components/admin/message-text";
import { LocalTime } from "@/components/orders/local-time";
import { Alert } from "@/components/ui/alert";
import { isAnswered, isOpenInquiry } from "@/lib/money/disputes/dispute-status";
import type { OrderDetails } from "@/lib/operator/reporting/find-order-details";
import { reasonText } from "@/lib/operator/reporting/reason-text";

/**
 * Why the order is blocked or flagged and its alerts, each with the button to end it. Unless it is blocked, the button to
 * block it. An open dispute, which flags and blocks the order, is shown once.
 */
export function OrderControls({ order }: { order: OrderDetails }) {
  const hidden = { orderId: order.id };
  const { flagReason, blockedReason, blockedAt } = order;
  const open = order.disputes.filter(({ closedAt }) => closedAt === null);
  const isDisputed = open.length > 0;
  const isInquiry = isDisputed && open.every(({ status }) => isOpenInquiry(status));
  const dispute = {
    title: isInquiry ? "The bank is asking about the payment" : "The payment is disputed",
    step: nextStep({ isInquiry, isAnswered: open.every(({ status }) => isAnswered(status)) }),
  };
  const flagAlerts = order.alerts.filter(({ kind }) => kind === flagReason);
  const isFlagShown = flagReason !== null && !(isDisputed && flagReason === "dispute");
  const mustStayBlocked = open.some(({ keepsBlocked }) => keepsBlocked);
  const isBlockedByDispute = mustStayBlocked && blockedReason === "dispute";
  return (
    <div className="flex flex-col items-start gap-3 empty:hidden">
      {isFlagShown ? (
        <Alert role="note" variant="destructive" title={needsReview(flagReason)}>
          {flagAlerts.map(({ key, message }) => (
            <p key={key}>
              <MessageText text={message} />
            </p>
          ))}
          <div>
            <ClearFlag
              orderId={order.id}
              flagReason={flagReason}
              alertKeys={flagAlerts.map(({ key }) => key)}
            />
          </div>
        </Alert>
      ) : null}
      {order.alerts.map((alert) =>
        alert.kind === flagReason ? null : (
          <Alert key={alert.key} role="note" variant="destructive" title={needsReview(alert.kind)}>
            <p>
              <MessageText text={alert.message} />
            </p>
            <div>
              <ClearOrderAlert orderId={order.id} alert={alert} />
            </div>
          </Alert>
        ),
      )}
      {isDisputed && !isBlockedByDispute ? (
        <Alert role="note" variant="destructive" title={dispute.title}>
          <p>{dispute.step}</p>
        </Alert>
      ) : null}
      {blockedAt !== null && blockedReason !== null ? (
        <Alert
          role="note"
          variant={isBlockedByDispute ? "destructive" : "warning"}
          title={isBlockedByDispute ? dispute.title : `Blocked: ${reasonText(blockedReason)}`}
        >
          <p>
            Nothing more of this order has been sent to a supplier since <LocalTime at={blockedAt} />.{" "}
            {isBlockedByDispute ? dispute.step : null}
          </p>
          {mustStayBlocked ? null : (
            <div>
              <AllowedDialog
                label="Unblock"
                title="Unblock the delivery"
                detail="Everything ready is sent to its supplier at once."
                reasons={["The payment is good", "The buyer confirmed it"]}
                hidden={hidden}
                action={unblockOrderAction}
              />
            </div>
          )}
        </Alert>
      ) : null}
      {blockedAt === null && order.mayBeBlocked ? (
        <AllowedDialog
          label="Block the delivery"
          detail="Nothing more of this order is sent. What suppliers already have continues, and no money moves."
          submitLabel="Block"
          isDestructive
          reasons={["It looks like fraud", "The buyer asked to wait"]}
          isLight
          hidden={hidden}
          action={blockOrderAction}
        />
      ) : null}
    </div>
  );
}

const needsReview = (reason: string) => `This order needs review: ${reasonText(reason)}`;

function nextStep(dispute: { isInquiry: boolean; isAnswered: boolean }): string {
  if (dispute.isAnswered) {
    return dispute.isInquiry
      ? "The bank has your answer. A refund in full still prevents a dispute; otherwise wait for its decision."
      : "The bank has your answer. There is nothing to do until it decides.";
  }
  return dispute.isInquiry
    ? "Refund it in full, which prevents a dispute, or answer by the deadline below: upload the evidence in Stripe's dashboard."
    : "Download the evidence below, and answer in Stripe's dashboard by its deadline.";
}

const settled = ["Checked, nothing is wrong", "The buyer has an answer", "Refunded"];

type ClearFlagProps = { orderId: string; flagReason: string; alertKeys: string[] } & Pick<
  React.ComponentProps<typeof AllowedDialog>,
  "ariaLabel"
>;

/** A button that clears an order's flag. It is refused when the order has alerts of its reason that are not given here. */
export function ClearFlag({ orderId, flagReason, alertKeys, ...dialog }: ClearFlagProps) {
  return (
    <AllowedDialog
      {...dialog}
      label="Clear the flag"
      detail="Clear it once the order needs nothing more. No money moves, and a new problem flags it again."
      submitLabel="Clear it"
      hidden={{ orderId, flagReason, alertKeys: alertKeys.join(" ") }}
      reasons={settled}
      isLight
      action={clearFlagAction}
    />
  );
}

type ClearOrderAlertProps = { orderId: string; alert: { key: string; message: string } };

/** A button that closes an alert of an order, apart from its flag. */
export function ClearOrderAlert({ orderId, alert }: ClearOrderAlertProps) {
  return (
    <AllowedDialog
      label="Clear"
      ariaLabel={`Clear the alert: ${alert.message}`}
      title="Clear this alert"
      detail="Clear it once the order needs nothing more. No money moves, and the alert comes back if the problem returns."
      submitLabel="Clear it"
      hidden={{ orderId, key: alert.key }}
      reasons={settled}
      isLight
      action={clearOrderAlertAction}
    />
  );
}

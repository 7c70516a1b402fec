import { visitorMay } from "@/app/_server/session";
import { AllowedDialog, AllowedForm } from "@/app/admin/allowed-action";
import { decideRefillAction } from "@/app/admin/fulfillment/actions";
import { CloseAlert } from "@/app/admin/operations/alert-list";
import { RetryJob } from "@/app/admin/operations/queue-section";
import { ClearFlag, ClearOrderAlert } from "@/app/admin/orders/order-controls";
import { HeldRefundSteps } from "@/app/admin/orders/refund-list";
import { pauseSupplierAction, refreshBalancesAction } from "@/app/admin/suppliers/actions";
import { AnswerForm } from "@/app/admin/tickets/answer-form";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { ButtonLink } from "@/components/ui/button-link";
import { shortOrderId } from "@/lib/base/order-id";
import { isOpenInquiry } from "@/lib/money/disputes/dispute-status";
import type { Entry } from "@/lib/operator/reporting/needs-me-rules";
import { placeOf } from "./entry-text";

/**
 * An entry's next step: the action itself if it can be taken without further checks, otherwise a link to the entry's
 * page.
 */
export async function NextStep({ entry }: { entry: Entry }) {
  const { lead: matter, others } = entry;
  const { kind, id, text, detail, subject } = matter;
  const open = (label: string, variant: "default" | "outline" = "default") => (
    <ButtonLink href={placeOf(matter)} prefetch={false} size="sm" variant={variant}>
      {label}
    </ButtonLink>
  );
  switch (kind) {
    case "ticket":
      if (!(await visitorMay("tickets.change"))) return open("Read the ticket");
      return <AnswerForm ticket={{ id, subject: text, version: matter.version ?? 0, awaitsAnswer: true }} />;
    case "held_refund":
      return <HeldRefundSteps refundId={id} />;
    case "refill":
      return <DecideRefill refillId={id} version={matter.version ?? 0} />;
    case "job":
      return <RetryJob job={{ id, task: text }} />;
    case "supplier":
      // Only a low balance and an empty account are dealt with here.
      if (detail !== "low_balance" && detail !== "no_funds") return open("Open the supplier");
      return (
        <>
          {detail === "low_balance" ? (
            <AllowedForm
              action={refreshBalancesAction}
              submitLabel="Topped up? Check again"
              hasReason={false}
            />
          ) : (
            <AllowedDialog
              label="Resume"
              variant="default"
              title="Resume this supplier"
              detail="Top up its account first. Orders are sent to it again from now on."
              action={pauseSupplierAction}
              hidden={{ supplierId: id, isPaused: "false" }}
            />
          )}
          {open("Open the supplier", "outline")}
        </>
      );
    case "flagged":
    case "order_alert": {
      const orderId = subject.slice("order:".length);
      const flagReason = kind === "flagged" ? text : detail;
      return (
        <>
          {open("Open the order")}
          {flagReason === null ? (
            <ClearOrderAlert orderId={orderId} alert={{ key: id, message: text }} />
          ) : (
            <ClearFlag
              orderId={orderId}
              flagReason={flagReason}
              alertKeys={[matter, ...others].flatMap((one) => (one.detail === flagReason ? one.id : []))}
              ariaLabel={`Clear the flag of order #${shortOrderId(orderId)}`}
            />
          )}
        </>
      );
    }
    case "alert":
      return (
        <>
          {open("Open Operations")}
          <CloseAlert alert={{ key: id, message: text }} />
        </>
      );
    case "dispute":
      return open(isOpenInquiry(detail ?? "") ? "Refund it or answer" : "Answer with the evidence");
    case "review":
      return open("Decide");
    case "discrepancy":
      return open(subject.startsWith("order:") ? "Open the order" : "Open Operations");
    case "blocked":
      return open("Unblock or refund it");
    case "waiting":
      return (
        <ButtonLink href={`/admin/orders/${id}#delivery`} prefetch={false} size="sm">
          Open the order it waits for
        </ButtonLink>
      );
    case "unsent_refund":
    case "unpaid":
    case "unsent":
    case "paused":
      return open("Open the order");
    case "standstill":
    case "quarantine":
      return open("Open Operations");
  }
}

const decisions = [
  ["attach", "The supplier took it, under the number below"],
  ["resend", "The supplier did not take it: request it again"],
  ["completed", "It was delivered"],
  ["rejected", "The supplier refused it, or won't finish it"],
] as const;

/** The decision about a refill whose answer was lost, or that its supplier did not finish in time. */
function DecideRefill({ refillId, version }: { refillId: string; version: number }) {
  return (
    <AllowedDialog
      label="Decide"
      variant="default"
      title="What happened to this refill?"
      detail="Look it up at the supplier. Refills are free, and no money moves."
      submitLabel="Save decision"
      hidden={{ refillId, version: String(version) }}
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
    </AllowedDialog>
  );
}

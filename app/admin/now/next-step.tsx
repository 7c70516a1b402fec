import { visitorMay } from "@/app/_server/session";
import { AllowedDialog, AllowedForm } from "@/app/admin/allowed-action";
import { decideRefillAction } from "@/app/admin/fulfillment/actions";
import { CloseAlert } from "@/app/admin/operations/alert-list";
import { RetryJob } from "@/app/admin/operations/queue-section";
import { ClearFlag, ClearOrderAlert } from "@/app/admin/orders/order-controls";
import { HeldRefundSteps } from "@/app/admin/orders/refund-list";
import { refreshBalancesAction, stopSellingAction } from "@/app/admin/suppliers/actions";
import { PauseSupplier } from "@/app/admin/suppliers/pause-supplier";
import { AnswerForm } from "@/app/admin/tickets/answer-form";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { ButtonLink } from "@/components/ui/button-link";
import { shortOrderId } from "@/lib/base/order-id";
import { isOpenInquiry } from "@/lib/money/disputes/dispute-status";
import type { Entry } from "@/lib/operator/reporting/needs-me-rules";
import type { Outage, StoppedSupplier } from "@/lib/operator/reporting/needs-me-supply-rules";
import { serviceName } from "@/lib/shop/catalog/vocabulary";
import { placeOf, stopText } from "./entry-text";

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
    case "no_supply":
      return matter.outage ? <EndOutage outage={matter.outage} /> : open("Open the suppliers");
    case "off_sale":
      return open("Open the margins");
    case "balance":
      return (
        <>
          <AllowedForm
            action={refreshBalancesAction}
            submitLabel="Topped up? Check again"
            hasReason={false}
          />
          {open("Open the supplier", "outline")}
        </>
      );
    case "no_payment":
      return (
        <>
          <ButtonLink href="/admin/operations" prefetch={false} size="sm">
            Open Operations
          </ButtonLink>
          <ButtonLink href="/?browse=1" prefetch={false} size="sm" variant="outline">
            Open the shop and try it
          </ButtonLink>
        </>
      );
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
            <PauseSupplier
              supplier={{ id, name: "this supplier" }}
              isOff
              variant="default"
              detail="Top up its account first. Orders are sent to it again from now on."
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

/** The suppliers of an outage with their causes and cures, and the way to stop selling what they deliver. */
function EndOutage({ outage }: { outage: Outage }) {
  const { suppliers, services } = outage;
  const [first] = services;
  const named = first ? `?q=${encodeURIComponent(serviceName(first.platform, first.service))}` : "";
  return (
    <div className="flex basis-full flex-col gap-3">
      {suppliers.length === 0 ? (
        <p>No supplier&apos;s service is mapped to it. Choose one that delivers it.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {suppliers.map((supplier) => (
            <li key={supplier.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0 wrap-anywhere">{stopText(supplier)}</span>
              <ResumeSupplier supplier={supplier} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {suppliers.length === 0 ? (
          <ButtonLink href={`/admin/suppliers/mapping${named}`} prefetch={false} size="sm">
            Choose who delivers it
          </ButtonLink>
        ) : null}
        <StopSelling suppliers={suppliers.filter(({ stop }) => stop !== "paused")} />
      </div>
    </div>
  );
}

/** Pauses the suppliers of an outage, without which what only they deliver is not on sale. */
function StopSelling({ suppliers }: { suppliers: StoppedSupplier[] }) {
  if (suppliers.length === 0) return null;
  const names = suppliers.map(({ name }) => name).join(" and ");
  return (
    <AllowedDialog
      label="Stop selling"
      title="Stop selling what nobody can take"
      detail={`${names} ${suppliers.length === 1 ? "is" : "are"} paused, so the shop no longer offers what only they deliver. Orders that are paid keep waiting. Resume here, and it is on sale again.`}
      isDestructive
      hidden={{ supplierIds: suppliers.map(({ id }) => id).join() }}
      action={stopSellingAction}
      reasons={["No supplier delivers it", "Until the account is topped up"]}
      isLight
    />
  );
}

/** What ends a supplier's stop: resuming it, asking for its balance, or its page. */
function ResumeSupplier({ supplier: { id, name, stop } }: { supplier: StoppedSupplier }) {
  if (stop === "empty")
    return (
      <AllowedForm action={refreshBalancesAction} submitLabel="Topped up? Check again" hasReason={false} />
    );
  if (stop === "paused" || stop.startsWith("held:"))
    return <PauseSupplier supplier={{ id, name }} isOff variant="default" />;
  return (
    <ButtonLink href={`/admin/suppliers/${id}`} prefetch={false} size="sm" variant="outline">
      Open {name}
    </ButtonLink>
  );
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

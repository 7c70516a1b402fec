import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AlertList } from "@/app/admin/operations/alert-list";
import { QueueSection } from "@/app/admin/operations/queue-section";
import { ResendMail } from "@/app/admin/operations/resend-mail";
import { AdminHeading } from "@/components/admin/admin-heading";
import { OrderLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { MessageText } from "@/components/admin/message-text";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import type { Discrepancy, StripeEvent, StripeEventFailure } from "@/lib/base/db/generated/client";
import { getRelease, type Release } from "@/lib/base/env/version";
import { plural } from "@/lib/base/text/plural";
import { inWords } from "@/lib/base/text/words";
import { type FailedMail, listFailedMails } from "@/lib/mail/queue/failed-mails";
import { mailErrorText } from "@/lib/mail/transport/mail-error-text";
import { listDiscrepancies } from "@/lib/money/reconciliation/discrepancies";
import { listFailingEvents } from "@/lib/money/webhooks/event-failures";
import {
  listAlerts,
  listFailedJobs,
  listStripeEvents,
  listWorkers,
  loadQueue,
  loadSupplierRates,
  type SupplierCalls,
  type SupplierRates,
  type WorkerState,
} from "@/lib/operator/reporting/load-operations";
import { mailKinds } from "@/lib/running/worker/mail-kinds";

export const metadata: Metadata = { title: "Operations" };

const limit = 50;

/** The state of the shop: alerts, queue, workers, suppliers, webhooks, mails and the ledger's comparison. */
export default async function OperationsPage() {
  await requireAdmin("operations.read");
  const db = getDb();
  const [alerts, queue, failedJobs, workers, rates, events, failing, mails, discrepancies] =
    await Promise.all([
      listAlerts(db, { limit }),
      loadQueue(db),
      listFailedJobs(db, { limit }),
      listWorkers(db),
      loadSupplierRates(db),
      listStripeEvents(db, { limit }),
      listFailingEvents(db, { limit }),
      listFailedMails(db, { mailKinds, limit }),
      listDiscrepancies(db, { limit }),
    ]);
  return (
    <>
      <AdminHeading
        title="Operations"
        intro="Whether the shop is running, and what to do if something is not."
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AlertList alerts={alerts} limit={limit} />
          <QueueSection queue={queue} failed={failedJobs} limit={limit} />
          <WorkerList workers={workers} />
          <SupplierRatesSection rates={rates} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <FailedMails mails={mails} />
          <DiscrepancyList discrepancies={discrepancies} />
          <WebhookList events={events} failing={failing} />
        </div>
      </div>
      <p className="text-sm text-muted-foreground">{releaseText(getRelease())}</p>
    </>
  );
}

function releaseText({ version, commit }: Release): string {
  return commit ? `Release ${version}, built from ${commit}.` : `Release ${version}.`;
}

function DiscrepancyList({ discrepancies }: { discrepancies: Discrepancy[] }) {
  return (
    <AdminSection
      title="Ledger comparison"
      detail="Stripe, the ledger and the suppliers are compared every day. An entry disappears once they match again."
    >
      <AdminList empty="Everything matches." most={["oldest", limit]} className="gap-3 text-sm">
        {discrepancies.map((discrepancy) => (
          <li key={discrepancy.id} className="flex flex-wrap items-center gap-x-3">
            <span className="wrap-anywhere">
              <MessageText text={discrepancy.message} />
            </span>
            {discrepancy.orderId ? <OrderLink orderId={discrepancy.orderId} /> : null}
            <LocalTime at={discrepancy.foundAt} className="text-muted-foreground" />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

function SupplierRatesSection({ rates }: { rates: SupplierRates[] }) {
  return (
    <AdminSection
      title="Suppliers' answers"
      detail="Orders sent, and how many were refused or had no clear answer."
    >
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {rates.map((supplier) => (
          <li key={supplier.id} className="flex flex-col gap-0.5 tabular-nums">
            <span className="font-medium wrap-anywhere">{supplier.name}</span>
            <span className="text-muted-foreground">Last hour: {messageOf(supplier.lastHour)}</span>
            <span className="text-muted-foreground">Last day: {messageOf(supplier.lastDay)}</span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

function messageOf({ calls, refused, unknown }: SupplierCalls): string {
  if (calls === 0) return "nothing sent";
  const percent = (((refused + unknown) / calls) * 100).toFixed(1);
  return `${calls.toLocaleString("en-US")} sent, ${refused} refused, ${unknown} unknown (${percent}% failed)`;
}

function FailedMails({ mails }: { mails: FailedMail[] }) {
  return (
    <AdminSection title="Failed emails">
      <AdminList empty="No email has failed or come back." most={["newest", limit]}>
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="font-medium wrap-anywhere">
                {inWords(mail.kind)} to {mail.recipient}
              </p>
              <p className="text-muted-foreground">
                {failureText(mail)}, <LocalTime at={mail.createdAt} />
              </p>
              {mail.canBeSentAgain || mail.state !== "failed" ? null : (
                <p>Its link has expired; the customer can ask for a new one.</p>
              )}
            </div>
            {mail.canBeSentAgain ? <ResendMail mail={mail} /> : null}
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

function failureText({ report, error }: FailedMail): string {
  const parts = [...(report ? [inWords(report)] : []), ...(error ? [mailErrorText(error)] : [])];
  return parts.join(", ") || "no error was recorded";
}

function WorkerList({ workers }: { workers: WorkerState[] }) {
  const isNone = !workers.some((worker) => worker.isAlive);
  return (
    <AdminSection title="Workers">
      {isNone ? (
        <p className="font-medium text-destructive">
          No worker is running. Start one: nothing is delivered, refunded or mailed without it.
        </p>
      ) : null}
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {workers.map((worker) => (
          <li key={worker.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
            <Badge variant={worker.isAlive && !worker.clockProblem ? "completed" : "failed"}>
              {worker.isAlive ? (worker.clockProblem ? "Wrong clock" : "Alive") : "No heartbeat"}
            </Badge>
            <span className="font-medium wrap-anywhere">
              {worker.host}, process {worker.pid}
            </span>
            <span className="text-muted-foreground">
              last seen <LocalTime at={worker.lastSeenAt} isRelative />, started{" "}
              <LocalTime at={worker.startedAt} />, clock {(worker.clockOffsetMs / 1_000).toFixed(1)} s off
            </span>
            {worker.clockProblem ? (
              <span className="basis-full text-destructive">
                This worker takes no jobs: {worker.clockProblem}. Correct the clock of its machine; it then
                continues automatically.
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

type WebhookListProps = { events: StripeEvent[]; failing: StripeEventFailure[] };

function WebhookList({ events, failing }: WebhookListProps) {
  return (
    <AdminSection
      title="Stripe webhooks"
      detail="What the shop did with each event of Stripe. It tries failed ones again by itself."
    >
      {failing.length > 0 ? (
        <ul aria-label="Failing" className="flex flex-col gap-2 text-sm">
          {failing.map((event) => (
            <li key={event.id} className="wrap-anywhere">
              <span className="font-medium text-destructive">
                {event.type} failed {plural(event.times, "time")} ({event.code}),
              </span>{" "}
              last <LocalTime at={event.lastAt} isRelative /> <code className="text-xs">{event.id}</code>
            </li>
          ))}
        </ul>
      ) : null}
      <AdminList empty="No webhooks yet." aria-label="Handled" className="gap-2 text-sm">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col wrap-anywhere">
            <span>
              <span className="font-medium">{event.type}</span>:{" "}
              {event.outcome ?? "Stored; a worker handles it."}
            </span>
            <span className="text-xs text-muted-foreground">
              <LocalTime at={event.receivedAt} /> · {event.id}
            </span>
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AlertList } from "@/app/admin/operations/alert-list";
import { DiscrepancyList } from "@/app/admin/operations/discrepancy-list";
import { FailedMails } from "@/app/admin/operations/failed-mails";
import { QueueSection } from "@/app/admin/operations/queue-section";
import { SupplierRatesSection } from "@/app/admin/operations/supplier-rates";
import { WebhookList } from "@/app/admin/operations/webhook-list";
import { WorkerList } from "@/app/admin/operations/worker-list";
import { AdminHeading } from "@/components/admin/admin-heading";
import { silentAfterSeconds } from "@/lib/alerts/check-workers";
import { getDb } from "@/lib/db/client";
import { listFailedMails } from "@/lib/email/list-failed-mails";
import { listDiscrepancies } from "@/lib/reconciliation/discrepancies";
import {
  listAlerts,
  listFailedJobs,
  listStripeEvents,
  listWorkers,
  loadQueue,
  loadSupplierRates,
} from "@/lib/reporting/load-operations";
import { listFailingEvents } from "@/lib/webhooks/stripe/event-failures";
import { closeAlertAction, resendMailAction, retryJobAction } from "./actions";

export const metadata: Metadata = { title: "Operations" };

const limit = 50;

/** Whether the shop runs: alerts, the queue and its workers, suppliers, Stripe's deliveries, mails, the ledger. */
export default async function OperationsPage() {
  await requireAdmin();
  const db = getDb();
  const [alerts, queue, failedJobs, workers, rates, events, failing, mails, discrepancies] =
    await Promise.all([
      listAlerts(db, { limit }),
      loadQueue(db),
      listFailedJobs(db, { limit }),
      listWorkers(db, silentAfterSeconds),
      loadSupplierRates(db),
      listStripeEvents(db, { limit }),
      listFailingEvents(db, { limit }),
      listFailedMails(db, { limit }),
      listDiscrepancies(db, { limit }),
    ]);
  return (
    <>
      <AdminHeading title="Operations" intro="Whether the shop runs, and what to do where it does not." />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AlertList alerts={alerts} close={closeAlertAction} />
          <QueueSection queue={queue} failed={failedJobs} retry={retryJobAction} />
          <WorkerList workers={workers} />
          <SupplierRatesSection rates={rates} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <FailedMails mails={mails} resend={resendMailAction} />
          <DiscrepancyList discrepancies={discrepancies} />
          <WebhookList
            events={events}
            failing={failing.map(({ id, type, code, times, lastAt }) => ({
              id,
              type,
              code,
              times,
              lastAt: lastAt.toISOString(),
            }))}
          />
        </div>
      </div>
    </>
  );
}

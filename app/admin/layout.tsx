import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { waiting } from "@/app/_server/waiting";
import { AdminShell } from "@/app/admin/admin-shell";
import { LocalTime } from "@/components/orders/local-time";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";

export const metadata: Metadata = {
  title: { template: "%s · Admin", default: "Admin" },
  robots: { index: false, follow: false },
};

export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin();
  const [{ tickets, review, alerts }, quarantine] = await Promise.all([waiting(), findQuarantine(getDb())]);
  return (
    <AdminShell
      shopName={getShop().name}
      email={admin.email}
      counts={{ "/admin": tickets, "/admin/fulfillment": review, "/admin/operations": alerts }}
    >
      {quarantine ? <QuarantineBanner {...quarantine} /> : null}
      {children}
    </AdminShell>
  );
}

/** Shown on every admin page during quarantine, because no mail is sent then. */
function QuarantineBanner({ since, reason }: { since: Date; reason: string }) {
  return (
    <Alert role="note" variant="destructive">
      <AlertTitle>Quarantine: nothing is sent, refunded or mailed</AlertTitle>
      <AlertDescription>
        <p>
          {reason} Since <LocalTime at={since.toISOString()} />. Customers can still order and pay; their
          deliveries begin when the quarantine ends.
        </p>
        <p>
          If a standby took over and nothing was lost, it ends by itself within minutes. Otherwise run{" "}
          <code>npm run ops -- recover</code>: it compares the database with Stripe and the suppliers, applies
          what is certain, and lists what you have to decide.
        </p>
      </AlertDescription>
    </Alert>
  );
}

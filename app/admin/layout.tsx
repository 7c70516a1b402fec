import type { Metadata } from "next";
import { needsMe } from "@/app/_server/needs-me";
import { requireAdmin } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { AdminNav } from "@/app/admin/admin-nav";
import { adminPages } from "@/app/admin/admin-pages";
import { AdminLink } from "@/components/admin/admin-link";
import { SkipLink } from "@/components/layout/skip-link";
import { LocalTime } from "@/components/orders/local-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SwellMark } from "@/components/ui/swell";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { getDb } from "@/lib/base/db/client";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { may, staffRoleOf } from "@/lib/people/auth/roles";

export const metadata: Metadata = {
  title: { template: "%s · Admin", default: "Admin" },
  robots: { index: false, follow: false },
};

/** The frame of every admin page: the shop's name, the administrator, the menu. */
export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin("overview");
  const [{ entries, moreTickets }, quarantine, { name }] = await Promise.all([
    needsMe(),
    findQuarantine(getDb()),
    getSite(),
  ]);
  const role = staffRoleOf(admin.roles);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border bg-card">
        <SkipLink />
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 lg:px-6">
          <AdminLink href="/admin" className="inline-flex min-h-11 items-center gap-2 font-semibold">
            <SwellMark className="size-7 text-primary" />
            {name}
            <span className="font-normal text-muted-foreground">Admin</span>
          </AdminLink>
          <div className="flex items-center gap-2">
            <span className="hidden text-sm text-muted-foreground sm:inline">{admin.email}</span>
            <ThemeSwitch />
            <form method="post" action="/auth/sign-out">
              <Button type="submit" variant="ghost" size="sm">
                Sign Out
              </Button>
            </form>
          </div>
        </div>
      </header>
      <div className="flex flex-1 flex-col lg:flex-row">
        <div className="border-b border-border lg:w-56 lg:shrink-0 lg:border-r lg:border-b-0">
          <AdminNav
            pages={adminPages.filter(({ permission }) => may(role, permission))}
            counts={{ "/admin/now": entries.length + moreTickets }}
          />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col gap-6 px-4 py-6 outline-none lg:px-8 lg:py-8"
        >
          {quarantine ? <QuarantineBanner {...quarantine} /> : null}
          {children}
        </main>
      </div>
    </div>
  );
}

/** Shown on every admin page during quarantine, because no mail is sent then. */
function QuarantineBanner({ since, reason }: { since: Date; reason: string }) {
  return (
    <Alert role="note" variant="destructive" title="Quarantine: nothing is sent, refunded or mailed">
      <p>
        {reason} Since <LocalTime at={since} />. Customers can still order and pay; their deliveries begin
        when the quarantine ends.
      </p>
      <p>
        If a standby took over and nothing was lost, it ends automatically within minutes. Otherwise run{" "}
        <code>npm run ops -- recover</code>: it compares the database with Stripe and the suppliers, applies
        what is certain, and lists what you have to decide.
      </p>
    </Alert>
  );
}

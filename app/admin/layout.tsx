import type { Metadata } from "next";
import { needsMe } from "@/app/_server/needs-me";
import { requireAdmin } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { AdminDrawer } from "@/app/admin/admin-drawer";
import { AdminNav, FreshFrame } from "@/app/admin/admin-nav";
import { adminPages } from "@/app/admin/admin-pages";
import { SearchPalette } from "@/app/admin/search/search-palette";
import { AdminLink } from "@/components/admin/admin-link";
import { TimeZoneNote } from "@/components/admin/time-zone-note";
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

/** The frame of every admin page: the menu, the shop's name, the administrator. */
export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin("overview");
  const [{ waiting, waitingTickets }, quarantine, { name }] = await Promise.all([
    needsMe(),
    findQuarantine(getDb()),
    getSite(),
  ]);
  const role = staffRoleOf(admin.roles);
  const menu = {
    allowed: adminPages.filter(({ permission }) => may(role, permission)).map(({ href }) => href),
    counts: { "/admin/now": waiting, "/admin?tab=tickets": waitingTickets },
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <FreshFrame counts={menu.counts} />
      <header className="sticky top-0 z-20 border-b border-border bg-card">
        <SkipLink />
        <div className="flex min-h-14 items-center gap-x-3 px-4 lg:px-6">
          <AdminDrawer waiting={waiting}>
            <AdminNav {...menu} inDrawer />
            <div className="mt-auto flex flex-col gap-2 border-t border-border px-3 pt-4 sm:hidden">
              <Account email={admin.email} />
            </div>
          </AdminDrawer>
          <AdminLink href="/admin" className="inline-flex min-h-11 min-w-0 items-center gap-2 font-semibold">
            <SwellMark className="size-7 shrink-0 text-primary" />
            <span className="truncate">{name}</span>
            <span className="font-normal text-muted-foreground">Admin</span>
          </AdminLink>
          <div className="ml-auto">
            <SearchPalette allowed={menu.allowed} />
          </div>
          <div className="hidden items-center gap-2 sm:flex">
            <Account email={admin.email} />
          </div>
        </div>
      </header>
      <div className="flex flex-1">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-56 shrink-0 self-start overflow-y-auto border-r border-border px-3 py-4 lg:block">
          <AdminNav {...menu} />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col gap-6 px-4 py-6 outline-none lg:px-8"
        >
          {quarantine ? <QuarantineBanner {...quarantine} /> : null}
          {children}
          <TimeZoneNote />
        </main>
      </div>
    </div>
  );
}

/** The administrator's address, the theme, and the way out. */
function Account({ email }: { email: string }) {
  return (
    <>
      <span className="min-w-0 truncate text-sm text-muted-foreground max-lg:sm:hidden">{email}</span>
      <div className="flex items-center gap-2 max-sm:-ml-3">
        <ThemeSwitch />
        <form method="post" action="/auth/sign-out">
          <Button type="submit" variant="ghost" size="sm">
            Sign Out
          </Button>
        </form>
      </div>
    </>
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

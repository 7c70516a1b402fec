import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { waiting } from "@/app/_server/waiting";
import { RevenueChart } from "@/app/admin/revenue-chart";
import { TotalCards } from "@/app/admin/total-cards";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { loadDailyRevenue, loadShopTotals } from "@/lib/reporting/shop-totals";
import { OrdersTab } from "./orders-tab";
import { TicketsTab } from "./tickets-tab";

export const metadata: Metadata = { title: "Overview" };

const chartDays = 30;

type OverviewProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function OverviewPage({ searchParams }: OverviewProps) {
  await requireAdmin();
  const search = await searchParams;
  const isTickets = search.tab === "tickets";
  const now = databaseNow();
  const [totals, days, { tickets }] = await Promise.all([
    loadShopTotals(getDb(), now),
    loadDailyRevenue(getDb(), now, chartDays),
    waiting(),
  ]);
  return (
    <>
      <AdminHeading title="Overview" />
      <TotalCards totals={totals} />
      <RevenueChart days={days} />
      <AdminTabs
        label="Orders and tickets"
        tabs={[
          { href: "/admin", label: "Orders", isHere: !isTickets },
          { href: "/admin?tab=tickets", label: "Support Tickets", count: tickets, isHere: isTickets },
        ]}
      />
      {isTickets ? <TicketsTab searchParams={search} /> : <OrdersTab searchParams={search} />}
    </>
  );
}

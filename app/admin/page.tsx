import { TrendingDown, TrendingUp } from "lucide-react";
import type { Metadata } from "next";
import { needsMe } from "@/app/_server/needs-me";
import type { SearchParams, SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { signedPercent } from "@/app/admin/numbers/figures";
import { RevenueChart } from "@/app/admin/revenue-chart";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { formatCents } from "@/lib/base/money";
import { databaseNow } from "@/lib/base/time/clock";
import { loadDailyRevenue, loadShopTotals, type ShopTotals } from "@/lib/operator/reporting/shop-totals";
import { may, staffRoleOf } from "@/lib/people/auth/roles";
import { OrdersTab } from "./orders-tab";
import { TicketsTab } from "./tickets-tab";

export async function generateMetadata({ searchParams }: SearchProps): Promise<Metadata> {
  const list = listOf(await searchParams);
  return { title: { absolute: `${list ? listTitles[list] : "Overview"} · Admin` } };
}

const listTitles = { orders: "Orders", tickets: "Tickets" };

/** The list that an address asks for, as the menu does; null for the overview, which shows the orders below its figures. */
function listOf(search: SearchParams): keyof typeof listTitles | null {
  if (search.tab === "tickets") return "tickets";
  return Object.keys(search).length > 0 ? "orders" : null;
}

const chartDays = 30;

/** The shop's figures with its newest orders; or only the list that the address asks for, so that its rows come first. */
export default async function OverviewPage({ searchParams }: SearchProps) {
  const role = staffRoleOf((await requireAdmin("overview")).roles);
  const search = await searchParams;
  const list = listOf(search);
  const mayRead = may(role, "orders.read") && may(role, "tickets.read");
  if (list && mayRead)
    return (
      <>
        <h1 className="sr-only">{listTitles[list]}</h1>
        <Lists search={search} />
      </>
    );
  const { waiting } = await needsMe();
  return (
    <>
      <AdminHeading title="Overview">
        {waiting > 0 ? (
          <ButtonLink href="/admin/now" prefetch={false} size="sm">
            Needs me: {waiting}
          </ButtonLink>
        ) : null}
      </AdminHeading>
      {may(role, "numbers.read") ? <Totals /> : null}
      {mayRead ? <Lists search={search} /> : null}
    </>
  );
}

async function Totals() {
  const now = databaseNow();
  const [totals, days] = await Promise.all([
    loadShopTotals(getDb(), now),
    loadDailyRevenue(getDb(), now, chartDays),
  ]);
  return (
    <>
      <TotalCards totals={totals} />
      <RevenueChart days={days} />
    </>
  );
}

async function Lists({ search }: { search: SearchParams }) {
  const { waitingTickets } = await needsMe();
  const isTickets = search.tab === "tickets";
  return (
    <>
      <AdminTabs
        label="Orders and tickets"
        tabs={[
          { href: "/admin?tab=orders", label: "Orders", isHere: !isTickets },
          {
            href: "/admin?tab=tickets",
            label: "Support Tickets",
            count: waitingTickets,
            isHere: isTickets,
          },
        ]}
      />
      {isTickets ? <TicketsTab searchParams={search} /> : <OrdersTab searchParams={search} />}
    </>
  );
}

/** The shop's four totals, each with this month to date against the same days of last month. */
function TotalCards({ totals }: { totals: ShopTotals }) {
  const { growth } = totals;
  const cards = [
    { title: "Total Revenue", figure: formatCents(totals.revenueCents), growth: growth.revenue },
    { title: "Total Orders", figure: totals.orders.toLocaleString("en-US"), growth: growth.orders },
    { title: "Completed Orders", figure: totals.completed.toLocaleString("en-US"), growth: growth.completed },
    {
      title: "Conversion Rate",
      figure: totals.conversion === null ? "—" : `${totals.conversion.toFixed(1)}%`,
      growth: growth.conversion,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 xl:grid-cols-4 xl:gap-3">
      {cards.map((card) => (
        <div
          key={card.title}
          className="flex min-w-0 flex-col rounded-xl border border-border bg-card px-3 py-2 sm:px-4"
        >
          <dt className="text-xs text-muted-foreground">{card.title}</dt>
          <dd className="text-lg font-semibold wrap-anywhere tracking-tight tabular-nums">{card.figure}</dd>
          <dd className="text-xs text-muted-foreground">
            <Growth percent={card.growth} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Growth({ percent }: { percent: number | null }) {
  if (percent === null) return <>— from last month</>;
  const Icon = percent < 0 ? TrendingDown : TrendingUp;
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Icon aria-hidden="true" className="size-4 text-primary" />
      {signedPercent(percent)} from last month
    </span>
  );
}

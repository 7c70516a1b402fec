import type { Metadata } from "next";
import { requireCustomer } from "@/app/_server/session";
import { DashboardTabs } from "@/app/(account)/dashboard/dashboard-tabs";
import { Greeting } from "@/app/(account)/dashboard/greeting";
import { ServiceList } from "@/app/(account)/dashboard/service-list";
import { type DashboardTab, readTab } from "@/app/(account)/dashboard/tabs";
import { VerifiedBanner } from "@/app/(account)/dashboard/verified-banner";
import { listServices } from "@/lib/catalog/list-services";
import { getDb } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { OrdersPanel } from "./orders-panel";
import { SupportPanel } from "./support-panel";

type DashboardPageProps = {
  searchParams: Promise<{ tab?: string | string[]; verified?: string | string[] }>;
};

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

/** The dashboard: orders, services and support, chosen by `?tab=`. */
export default async function DashboardPage({ searchParams }: DashboardPageProps) {
  const { tab: wanted, verified } = await searchParams;
  const tab = readTab(wanted);
  const user = await requireCustomer(tab === "orders" ? "/dashboard" : `/dashboard?tab=${tab}`);
  const panels: Record<DashboardTab, React.ReactNode> = {
    orders: <OrdersPanel userId={user.id} />,
    services: <ServicesPanel />,
    support: <SupportPanel userId={user.id} />,
  };
  return (
    <div className="flex flex-col gap-8">
      <VerifiedBanner isVerified={verified === "1"} />
      <Greeting email={user.email} />
      <DashboardTabs active={tab}>{panels[tab]}</DashboardTabs>
    </div>
  );
}

/** All services. A failure to read them is logged; the rest of the dashboard still shows. */
async function ServicesPanel() {
  const services = await listServices(getDb()).catch((error: unknown) => {
    logger.error({ err: error }, "the services could not be read");
    return [];
  });
  return <ServiceList services={services} />;
}

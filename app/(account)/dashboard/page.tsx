import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireCustomer } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { DashboardTabs } from "@/app/(account)/dashboard/dashboard-tabs";
import { Greeting } from "@/app/(account)/dashboard/greeting";
import { ServiceList } from "@/app/(account)/dashboard/service-list";
import { openOwnTicketAction } from "@/app/(account)/dashboard/support-actions";
import { type DashboardTab, readTab } from "@/app/(account)/dashboard/tabs";
import { VerifiedBanner } from "@/app/(account)/dashboard/verified-banner";
import { SupportForm } from "@/components/support/support-form";
import { TicketList } from "@/components/support/ticket-list";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { getDb } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { listOwnTickets } from "@/lib/people/support/list-tickets";
import { listServices } from "@/lib/shop/catalog/list-entries";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { mostInFull } from "@/lib/shop/content/sold";
import { OrdersPanel } from "./orders-panel";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

/** The dashboard: orders, services and support, chosen by `?tab=`. */
export default async function DashboardPage({ searchParams }: SearchProps) {
  const { tab: wanted, verified, platform } = await searchParams;
  const tab = readTab(wanted);
  const user = await requireCustomer(tab === "orders" ? "/dashboard" : `/dashboard?tab=${tab}`);
  const panels: Record<DashboardTab, React.ReactNode> = {
    orders: <OrdersPanel userId={user.id} />,
    services: <ServicesPanel platform={platform} />,
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

/**
 * All services, or where there are many platforms those of one. A failure to read them is logged; the rest of the
 * dashboard still shows.
 */
async function ServicesPanel({ platform }: { platform: string | string[] | undefined }) {
  const platforms = listPlatforms();
  const chosen = platforms.find(({ slug }) => slug === platform) ?? platforms[0];
  const isInFull = platforms.length <= mostInFull;
  const services = await listServices(getDb(), isInFull ? undefined : chosen?.slug).catch(
    (error: unknown) => {
      logger.error({ err: error }, "the services could not be read; the dashboard is shown without them");
      return [];
    },
  );
  const { claims } = await getSite();
  const list = <ServiceList services={services} hasTimes={Boolean(claims.gradualDelivery)} />;
  if (isInFull) return list;
  return (
    <div className="flex flex-col gap-6">
      <form method="get" className="flex max-w-md items-end gap-3">
        <input type="hidden" name="tab" value="services" />
        <Field label="Platform" className="flex-1">
          <Select
            key={chosen?.slug}
            name="platform"
            defaultValue={chosen?.slug}
            options={platforms.map(({ slug, label }) => [slug, label] as const)}
          />
        </Field>
        {/* In line with the select, above the space for its error. */}
        <Button type="submit" variant="outline" className="mb-1.5 min-h-12">
          Show
        </Button>
      </form>
      {list}
    </div>
  );
}

const shown = 5;

async function SupportPanel({ userId }: { userId: string }) {
  const [{ tickets, next }, { claims }] = await Promise.all([
    listOwnTickets(getDb(), { userId, limit: shown }),
    getSite(),
  ]);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card>
        <CardHeader>
          <CardTitle>Contact Support</CardTitle>
          <p className="text-muted-foreground">
            {claims.replyTime ? "We typically respond within 24 hours. " : ""}For urgent matters, please
            include your order ID.
          </p>
        </CardHeader>
        <CardContent>
          <SupportForm kind="support" action={openOwnTicketAction} asksEmail={false} />
        </CardContent>
      </Card>
      <section aria-labelledby="own-tickets" className="flex flex-col gap-5">
        <h2 id="own-tickets" className="text-lg font-semibold tracking-tight">
          Your tickets
        </h2>
        {tickets.length > 0 ? (
          <TicketList tickets={tickets} level={3} />
        ) : (
          <p className="text-muted-foreground">Your messages and our answers will appear here.</p>
        )}
        {next ? (
          <ButtonLink href="/tickets" prefetch={false} variant="outline">
            All tickets
          </ButtonLink>
        ) : null}
      </section>
    </div>
  );
}

import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { FilterForm } from "@/components/admin/filter-form";
import { getDb } from "@/lib/base/db/client";
import { queryString } from "@/lib/base/text/query-string";
import { databaseNow } from "@/lib/base/time/clock";
import {
  funnelSteps,
  loadFunnel,
  loadRepeatBuyers,
  periodDays,
  periodsOf,
  type RepeatBuyers,
} from "@/lib/operator/reporting/funnel";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { countText, percentText } from "./figures";
import { Bar, FunnelChart } from "./funnel-chart";
import { MoneySections } from "./money-sections";

export const metadata: Metadata = { title: "Numbers" };

const searchSchema = z.object({
  days: z.coerce
    .number()
    .pipe(z.union(periodDays.map((days) => z.literal(days))))
    .catch(30),
  platform: z.string().max(40).optional().catch(undefined),
  service: z.string().max(40).optional().catch(undefined),
});

/** The funnel, the sales with their margin, and repeat buyers. */
export default async function NumbersPage({ searchParams }: SearchProps) {
  await requireAdmin("numbers.read");
  const { days, ...part } = searchSchema.parse(await searchParams);
  const periods = periodsOf(databaseNow(), days);
  const db = getDb();
  const platforms = listPlatforms({ all: true });
  const services = new Map(
    platforms.flatMap((platform) => platform.services).map(({ slug, label }) => [slug, label]),
  );
  const [funnel, funnelBefore, repeat, repeatBefore] = await Promise.all([
    loadFunnel(db, periods.current, part),
    loadFunnel(db, periods.before, part),
    loadRepeatBuyers(db, periods.current),
    loadRepeatBuyers(db, periods.before),
  ]);
  // The page where posts are chosen is shared by likes and views, so it can't be told apart by service.
  const steps = funnelSteps.filter((step) => step !== "selection" || part.service === undefined);
  return (
    <>
      <AdminHeading
        title="Numbers"
        intro="Each period is compared with the same number of days before it. Today is included, although it is not over yet."
      />
      <AdminTabs
        label="Period"
        tabs={periodDays.map((each) => ({
          href: `/admin/numbers${queryString({ days: String(each), ...part })}`,
          label: `${each} days`,
          isHere: each === days,
        }))}
      />
      <AdminSection
        title="From page to delivery"
        detail="Orders are exact: those placed in the period, and what became of them. Views are approximate: the shop stores no cookie and no visitor, counts each page once in half an hour for a browser, and leaves out visitors who ask not to be tracked. Orders that were never paid are deleted after 30 days."
      >
        <FilterForm className="grid gap-4 sm:grid-cols-2">
          <input type="hidden" name="days" value={days} />
          <ActionSelect
            name="platform"
            label="Platform"
            defaultValue={part.platform ?? ""}
            options={[
              ["", "All platforms"],
              ...platforms.map(({ slug, label }): [string, string] => [slug, label]),
            ]}
          />
          <ActionSelect
            name="service"
            label="Service"
            defaultValue={part.service ?? ""}
            options={[["", "All services"], ...services]}
          />
        </FilterForm>
        <FunnelChart current={funnel} before={funnelBefore} steps={steps} />
      </AdminSection>
      <MoneySections periods={periods} />
      <AdminSection
        title="Repeat buyers"
        detail="Paid orders from buyers who had paid before, recognised by their account or email address."
      >
        <Repeat current={repeat} before={repeatBefore} />
      </AdminSection>
    </>
  );
}

function Repeat({ current, before }: { current: RepeatBuyers; before: RepeatBuyers }) {
  if (current.orders === 0) return <p className="text-muted-foreground">No order was paid in this period.</p>;
  return (
    <>
      <p>
        <strong className="text-2xl tabular-nums">{percentText(current.repeated, current.orders)}</strong>{" "}
        {countText(current.repeated)} of {countText(current.orders)} paid orders; in the period before:{" "}
        {percentText(before.repeated, before.orders)}
      </p>
      <Bar share={current.repeated / current.orders} />
    </>
  );
}

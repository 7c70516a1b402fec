import type { Metadata } from "next";
import Link from "next/link";
import { Fragment } from "react";
import { getFacts } from "@/app/_server/page-data";
import { getSite } from "@/app/_server/site";
import { ProsePage } from "@/components/storefront/prose-page";
import { longDate } from "@/lib/base/time/time";
import { factDays, showFacts } from "@/lib/buyer/facts/facts";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "The facts",
    description: `What ${name} can prove about its orders: each figure is counted from the orders of the last ${factDays} days, with its number and how it is counted.`,
    alternates: { canonical: "/facts" },
  };
}

/** Figures about the shop's own orders. Static; counted and regenerated once a day. */
export default async function FactsPage() {
  const counted = await getFacts();
  const shown = showFacts(counted);
  const [first] = counted;
  return (
    <ProsePage
      title="The facts"
      lead="What our own orders say about us: counted, good or bad, and never flattered."
    >
      {shown.map(({ figure, message, how }) => (
        <Fragment key={how}>
          <h2>
            <span className="text-3xl text-primary tabular-nums">{figure}</span>
          </h2>
          <p>{message}</p>
          <p className="text-sm text-muted-foreground">{how}</p>
        </Fragment>
      ))}
      {shown.length === 0 ? (
        <>
          <h2>Not enough orders yet</h2>
          <p>
            There are too few orders for an honest figure so far. Figures on our other pages don't come from
            this count; as soon as it has its own, they take their place. Until then, follow your own order:
            its page shows every step. <Link href="/track">Find your order</Link>
          </p>
        </>
      ) : null}
      <h2>How we count</h2>
      <p>
        Once a day we count each figure from the orders of the last {factDays} days. Good figures are rounded
        down, bad ones are rounded up. We leave a figure out while too few orders are behind it, because it
        would say more about chance than about us.
        {first ? ` Counted from ${longDate(first.since)} to ${longDate(first.until)}.` : null}
      </p>
    </ProsePage>
  );
}

import { TrendingDown, TrendingUp } from "lucide-react";
import { formatCents } from "@/lib/money";

type TotalCardsProps = {
  totals: {
    revenueCents: number;
    orders: number;
    completed: number;
    conversion: number | null;
    growth: {
      revenue: number | null;
      orders: number | null;
      completed: number | null;
      conversion: number | null;
    };
  };
};

/** The shop's four totals, each with this month to date against the same days of last month. */
export function TotalCards({ totals }: TotalCardsProps) {
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
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {cards.map((card) => (
        <div
          key={card.title}
          className="flex flex-col gap-1 rounded-xl border border-border bg-card px-5 py-4"
        >
          <dt className="text-sm text-muted-foreground">{card.title}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">{card.figure}</dd>
          <dd className="text-sm text-muted-foreground">
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
      {percent < 0 ? "−" : "+"}
      {Math.abs(percent).toFixed(1)}% from last month
    </span>
  );
}

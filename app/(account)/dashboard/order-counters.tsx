import type { OrderCounts } from "@/lib/orders/order-card";

/** How many orders there are, how many are in progress, and how many were delivered in full. */
export function OrderCounters({ counts }: { counts: OrderCounts }) {
  const entries = [
    { label: "Total", value: counts.total },
    { label: "Active", value: counts.active },
    { label: "Done", value: counts.done },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-4">
      {entries.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse rounded-xl border border-border bg-card px-4 py-4 shadow-sm sm:px-6"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums sm:text-3xl">
            {value.toLocaleString("en-US")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

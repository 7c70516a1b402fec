"use client";

/** Values by their labels. */
export type Facts = Record<string, React.ReactNode>;

/**
 * Labels with values, without those that are null or empty: two or three columns, on a phone one. The negative margin
 * keeps links, which are 44 px high, from adding height to the row.
 */
export function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {Object.entries(facts).map(([label, value]) =>
        value === null || value === "" ? null : (
          <div key={label} className="flex min-w-0 gap-4 max-sm:justify-between sm:flex-col sm:gap-0">
            <dt className="shrink-0 text-muted-foreground">{label}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere tabular-nums max-sm:text-right [&>a]:-my-3">
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/**
 * Facts by name: two or more beside each other, on a phone one a line. A link among them can be hit with a thumb and
 * stands no lower than its neighbours.
 */
export function FactList({ facts }: { facts: { label: string; value: React.ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 gap-4 max-sm:justify-between sm:flex-col sm:gap-0">
          <dt className="shrink-0 text-muted-foreground">{label}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere tabular-nums max-sm:text-right [&>a]:-my-3">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts by name: two or more beside each other, on a phone one under the other. */
export function FactList({ facts }: { facts: { label: string; value: React.ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

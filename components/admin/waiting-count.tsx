/** The number of open tasks behind a link; nothing for 0. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-destructive px-2 py-0.5 text-xs font-semibold text-destructive-foreground tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

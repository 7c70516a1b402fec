import { cn } from "./cn";
import { SwellDrawing } from "./swell";

type EmptyStateProps = {
  title: string;
  detail?: string;
  /** The way on. */
  children?: React.ReactNode;
  className?: string;
};

/** Nothing here yet: a calm sea, a sentence and a way on. */
export function EmptyState({ title, detail, children, className }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn("mx-auto flex max-w-md flex-col items-center gap-4 py-12 text-center", className)}
    >
      <SwellDrawing lines={4} className="h-16 w-40 text-primary" />
      <p className="text-xl font-semibold tracking-tight">{title}</p>
      {detail ? <p className="text-muted-foreground">{detail}</p> : null}
      {children}
    </div>
  );
}

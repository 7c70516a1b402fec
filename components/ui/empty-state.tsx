import { SwellDrawing } from "./swell";

type EmptyStateProps = {
  title: string;
  detail: string;
  /** The heading level; 1 where the page has no other heading. */
  level?: 1 | 2;
  children?: React.ReactNode;
};

/** An empty state: a small swell, a message and the next step. */
export function EmptyState({ title, detail, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-12 text-center">
      <SwellDrawing lines={4} className="h-16 w-40 text-primary" />
      <Heading className="text-2xl font-semibold tracking-tight">{title}</Heading>
      <p className="text-muted-foreground">{detail}</p>
      {children}
    </div>
  );
}

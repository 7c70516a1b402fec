import { cn } from "./cn";
import { PartBoundary } from "./part-boundary";

/** A bordered box for one subject of a page, made of the parts below. */
export function Card({ className, ...props }: React.ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "flex flex-col gap-5 rounded-xl border border-border bg-card py-6 text-card-foreground shadow-sm",
        className,
      )}
      {...props}
    />
  );
}

export function CardHeader({ className, ...props }: React.ComponentProps<"div">) {
  return <div className={cn("flex flex-col gap-1 px-5 sm:px-6", className)} {...props} />;
}

export function CardTitle({ className, ...props }: React.ComponentProps<"h2">) {
  return <h2 className={cn("text-lg font-semibold tracking-tight", className)} {...props} />;
}

export function CardContent({ className, ...props }: React.ComponentProps<"div">) {
  return <div className={cn("px-5 sm:px-6", className)} {...props} />;
}

type TitledCardProps = { title: string; className?: string; children: React.ReactNode };

/**
 * A card whose content has a heading above it; `className` is the content's. Content that fails takes nothing else
 * along.
 */
export function TitledCard({ title, className, children }: TitledCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent className={className}>
        <PartBoundary>{children}</PartBoundary>
      </CardContent>
    </Card>
  );
}

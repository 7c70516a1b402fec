import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn";

const badgeVariants = cva(
  "inline-flex w-fit shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5",
  {
    variants: {
      variant: {
        default: "bg-primary-soft text-primary",
        solid: "bg-primary text-primary-foreground",
        outline: "border border-border text-muted-foreground",
        pending: "bg-warning-soft text-warning",
        processing: "bg-primary-soft text-primary",
        completed: "bg-primary text-primary-foreground",
        failed: "bg-destructive-soft text-destructive",
        expired: "bg-muted text-muted-foreground",
        partial: "bg-muted text-foreground",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

/** A short status. The six order statuses are variants of the same names. */
export function Badge({
  className,
  variant,
  ...props
}: React.ComponentProps<"span"> & VariantProps<typeof badgeVariants>) {
  return <span className={cn(badgeVariants({ variant }), className)} {...props} />;
}

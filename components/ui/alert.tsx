import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn";

const alertVariants = cva("flex w-full flex-col gap-1 rounded-xl border px-4 py-3.5 text-sm", {
  variants: {
    variant: {
      default: "border-border bg-card text-card-foreground",
      success: "border-primary/40 bg-primary-soft text-foreground",
      warning: "border-warning/40 bg-warning-soft text-foreground",
      destructive: "border-destructive/40 bg-destructive-soft text-foreground",
    },
  },
  defaultVariants: { variant: "default" },
});

/** A message in the page, announced when it appears; a destructive one interrupts. */
export function Alert({
  className,
  variant,
  role = variant === "destructive" ? "alert" : "status",
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  return (
    <div data-slot="alert" role={role} className={cn(alertVariants({ variant }), className)} {...props} />
  );
}

export function AlertTitle({ className, ...props }: React.ComponentProps<"p">) {
  return <p data-slot="alert-title" className={cn("text-base font-semibold", className)} {...props} />;
}

export function AlertDescription({ className, ...props }: React.ComponentProps<"div">) {
  return <div data-slot="alert-description" className={cn("flex flex-col gap-2", className)} {...props} />;
}

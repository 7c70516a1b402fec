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

type AlertProps = Omit<React.ComponentProps<"div">, "title"> &
  VariantProps<typeof alertVariants> & { title?: React.ReactNode };

/** A message in the page, announced when it appears; a destructive one interrupts. */
export function Alert({
  className,
  variant,
  role = variant === "destructive" ? "alert" : "status",
  title,
  children,
  ...props
}: AlertProps) {
  return (
    <div role={role} className={cn(alertVariants({ variant }), className)} {...props}>
      {title ? <p className="text-base font-semibold">{title}</p> : null}
      {children ? <div className="flex flex-col gap-2">{children}</div> : null}
    </div>
  );
}

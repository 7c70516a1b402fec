import { cn } from "@/components/ui/cn";
import type { ServiceType } from "@/lib/platforms";
import { type PurchaseStep, purchaseSteps } from "./purchase-steps";

/** Where the buyer stands: done steps are ticked, the present one is named to assistive technology. */
export function StepIndicator({ service, current }: { service: ServiceType; current: PurchaseStep }) {
  const steps = purchaseSteps(service);
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <nav aria-label="Progress of your order">
      <ol className="flex items-center gap-2 sm:gap-3">
        {steps.map(({ step, label }, index) => (
          <li
            key={step}
            aria-current={index === position ? "step" : undefined}
            className="flex min-w-0 items-center gap-2 sm:gap-3"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={cn("h-px w-6 sm:w-12", index <= position ? "bg-primary" : "bg-border")}
              />
            ) : null}
            <span
              aria-hidden="true"
              className={cn(
                "grid size-7 shrink-0 place-items-center rounded-full border text-sm font-medium tabular-nums",
                index < position && "border-primary bg-primary text-primary-foreground",
                index === position && "border-primary text-primary",
                index > position && "border-border text-muted-foreground",
              )}
            >
              {index < position ? "✓" : index + 1}
            </span>
            <span
              className={cn(
                "truncate text-sm",
                index === position ? "font-medium text-foreground" : "text-muted-foreground",
              )}
            >
              {label}
              {index < position ? <span className="sr-only"> (done)</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

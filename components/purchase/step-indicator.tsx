import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { ServiceType } from "@/lib/platforms";
import { type PurchaseStep, purchaseSteps } from "./purchase-steps";

/** The steps: finished ones are ticked, the current one is announced. */
export function StepIndicator({ service, current }: { service: ServiceType; current: PurchaseStep }) {
  const steps = purchaseSteps(service);
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <nav aria-label="Progress of your order">
      <ol className="flex gap-2 sm:gap-4">
        {steps.map(({ step, label }, index) => (
          <li
            key={step}
            aria-current={index === position ? "step" : undefined}
            className={cn(
              "flex flex-col gap-1.5 sm:flex-none sm:flex-row sm:items-center sm:gap-4",
              // Doesn't use `last:`, which does not match while the browser is still parsing the page.
              index < steps.length - 1 && "flex-1",
            )}
          >
            <span className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={cn(
                  "grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold tabular-nums",
                  index < position && "border-primary bg-primary text-primary-foreground",
                  index === position && "border-primary text-primary",
                  index > position && "border-border text-muted-foreground",
                )}
              >
                {index < position ? <Check className="size-4" /> : index + 1}
              </span>
              <Connector
                isDone={index < position}
                isLast={index === steps.length - 1}
                className="flex-1 sm:hidden"
              />
              <span className="hidden text-sm sm:inline">
                <StepLabel label={label} index={index} position={position} />
              </span>
            </span>
            <span className="text-sm sm:hidden">
              <StepLabel label={label} index={index} position={position} />
            </span>
            <Connector
              isDone={index < position}
              isLast={index === steps.length - 1}
              className="hidden w-12 sm:block"
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepLabel({ label, index, position }: { label: string; index: number; position: number }) {
  return (
    <span className={index === position ? "font-semibold" : "text-muted-foreground"}>
      {label}
      {index < position ? <span className="sr-only"> (done)</span> : null}
    </span>
  );
}

function Connector({ isDone, isLast, className }: { isDone: boolean; isLast: boolean; className: string }) {
  if (isLast) return null;
  return <span aria-hidden="true" className={cn("h-px", isDone ? "bg-primary" : "bg-border", className)} />;
}

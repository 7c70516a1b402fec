import { ArrowLeft, Check } from "lucide-react";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { type PurchaseStep, purchaseSteps, type Step } from "./purchase-steps";
import { StepTitle } from "./step-title";

type StepHeadingProps = {
  platform: Pick<PlatformView, "words">;
  /** What the service goes to, which decides the steps. */
  target: ServiceView["target"];
  step: PurchaseStep;
  title: string;
  /** The packages from the first step, the details from the others. */
  backTo: string;
};

/** The heading of each step: back link, step indicator and title. */
export function StepHeading({ platform, target, step, title, backTo }: StepHeadingProps) {
  return (
    <header className="mb-8 flex flex-col gap-4">
      <Link
        href={backTo}
        className="inline-flex min-h-11 items-center gap-2 self-start text-sm text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />{" "}
        {step === "details" ? "Back to packages" : "Back to details"}
      </Link>
      <StepIndicator steps={purchaseSteps(platform, target)} current={step} />
      <StepTitle>{title}</StepTitle>
      <noscript>
        <p className="rounded-xl bg-muted px-4 py-3 text-sm">
          Buying needs JavaScript: please switch it on and load this page again, or{" "}
          <a href="/contact" className="underline underline-offset-4">
            write to us
          </a>
          .
        </p>
      </noscript>
    </header>
  );
}

/** The steps: finished ones are ticked, the current one is announced. */
function StepIndicator({ steps, current }: { steps: Step[]; current: PurchaseStep }) {
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <nav aria-label="Progress of your order">
      <ol className="flex flex-wrap gap-2 sm:gap-4">
        {steps.map(({ step, label }, index) => {
          const isDone = index < position;
          const isLast = index === steps.length - 1;
          const lineLook = cn("h-px", isDone ? "bg-primary" : "bg-border");
          const text = (
            <span className={index === position ? "font-semibold" : "text-muted-foreground"}>
              {label}
              {isDone ? <span className="sr-only"> (done)</span> : null}
            </span>
          );
          return (
            <li
              key={step}
              aria-current={index === position ? "step" : undefined}
              className={cn(
                "flex flex-col gap-1.5 sm:flex-none sm:flex-row sm:items-center sm:gap-4",
                // Doesn't use `last:`, which does not match while the browser is still parsing the page.
                !isLast && "flex-1",
              )}
            >
              <span className="flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className={cn(
                    "grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold tabular-nums",
                    isDone && "border-primary bg-primary text-primary-foreground",
                    index === position && "border-primary text-primary",
                    index > position && "border-border text-muted-foreground",
                  )}
                >
                  {isDone ? <Check className="size-4" /> : index + 1}
                </span>
                {isLast ? null : <span aria-hidden="true" className={cn(lineLook, "flex-1 sm:hidden")} />}
                <span className="hidden text-sm sm:inline">{text}</span>
              </span>
              <span className="text-sm sm:hidden">{text}</span>
              {isLast ? null : <span aria-hidden="true" className={cn(lineLook, "hidden w-12 sm:block")} />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

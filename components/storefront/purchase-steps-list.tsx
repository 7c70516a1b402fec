import { SwellDrawing } from "@/components/ui/swell";
import { purchaseSteps } from "@/lib/content/services";

const heights = ["md:pt-28", "md:pt-14", "md:pt-0"];

/** How a purchase goes: three steps, each standing higher on the line than the one before. */
export function PurchaseStepsList() {
  return (
    <div className="relative isolate">
      <SwellDrawing
        lines={3}
        className="pointer-events-none absolute inset-x-0 top-0 -z-10 hidden h-48 w-full text-primary/45 md:block"
      />
      <ol className="grid gap-6 md:grid-cols-3">
        {purchaseSteps.map(({ title, text }, index) => (
          <li key={title} className={heights[index]}>
            <div className="flex h-full flex-col gap-2 rounded-xl border border-border bg-card p-6 shadow-sm">
              <span
                aria-hidden="true"
                className="grid size-9 place-items-center rounded-full bg-primary text-sm font-semibold text-primary-foreground tabular-nums"
              >
                {index + 1}
              </span>
              <h3 className="mt-2 text-lg font-semibold tracking-tight">{title}</h3>
              <p className="text-sm text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

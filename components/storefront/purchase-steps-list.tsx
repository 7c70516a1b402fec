import { SwellDrawing } from "@/components/ui/swell";
import { swellHeight } from "@/components/ui/swell-path";
import { buyingSteps } from "@/lib/shop/content/services";

/** The drawing's height on a wide screen, in rem. */
const drawingRem = 13;

/** The three steps of a purchase on the line, each higher than the last. */
export function PurchaseStepsList() {
  return (
    <div className="relative isolate">
      <SwellDrawing
        lines={1}
        className="pointer-events-none absolute inset-x-0 top-4.5 -z-10 hidden h-52 w-full text-primary md:block"
      />
      <ol className="grid gap-8 md:grid-cols-3">
        {buyingSteps.map(({ title, text }, index) => {
          const alongTheLine = index / buyingSteps.length + 0.04;
          return (
            <li
              key={title}
              style={{ "--drop": `${((1 - swellHeight(alongTheLine)) * drawingRem).toFixed(2)}rem` }}
              className="flex gap-4 md:flex-col md:pt-(--drop)"
            >
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full bg-primary text-sm font-semibold text-primary-foreground tabular-nums ring-6 ring-background"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1 text-muted-foreground">{text}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

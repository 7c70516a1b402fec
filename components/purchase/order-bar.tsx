import { ArrowDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCents } from "@/lib/base/money";
import { goToOrderPanel } from "./order-panel";

type OrderBarProps = { totalCents: number; className?: string; children: React.ReactNode };

/**
 * One line at the bottom of the screen while a step's choices are longer than the screen. Place it last among them: it
 * rests there, so it never covers the order below. On a phone it leads to the order, because a buyer pays beside the
 * consent and not before reading it.
 */
export function OrderBar({ totalCents, className, children }: OrderBarProps) {
  return (
    <div
      data-slot="order-bar"
      className={`tall:sticky tall:bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 ${className ?? ""}`}
    >
      <div className="flex min-h-15 items-center justify-between gap-2 rounded-xl border border-border bg-popover py-2 pr-2 pl-4 text-popover-foreground shadow-md">
        {children}
        <Button type="button" size="sm" className="lg:hidden" onClick={goToOrderPanel}>
          <span className="max-[24rem]:sr-only">Review</span> {formatCents(totalCents)}
          <ArrowDown aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

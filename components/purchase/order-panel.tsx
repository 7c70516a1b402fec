import { focusOn } from "@/components/forms/focus-on";

const orderPanelId = "your-order";

/** A step's order with its payment button. Beside the choices it stays in the window, and scrolls if it is taller. */
export function OrderPanel({ children }: { children: React.ReactNode }) {
  return (
    <aside
      id={orderPanelId}
      tabIndex={-1}
      aria-label="Your order"
      className="flex flex-col gap-5 lg:sticky lg:top-22 lg:-m-2 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-2"
    >
      {children}
    </aside>
  );
}

/** Brings the order into view, and reading aloud continues there. */
export function goToOrderPanel(): void {
  focusOn(document.getElementById(orderPanelId));
}

import { addMs, hour } from "@/lib/base/time/time";
import { addOrder } from "../panel/add-order";
import { stopOrder } from "../panel/order-progress";
import type { PanelSupplierKey } from "../panel/services";
import { emptyState, type PanelOrder, type PanelState, pointsPerDollar } from "../panel/state";

type PastOrder = {
  supplier: PanelSupplierKey;
  service: string;
  link: string;
  quantity: number;
  placedAt: Date;
};

/** What the panel emulator would know if the scene's items had been ordered there. */
export function inventPanel() {
  const state = emptyState();
  // Numbers from before the first one that the emulator gives.
  state.nextOrder -= 1_000_000;
  // Enough for all of the past; each supplier's present balance is set at the end.
  for (const key of suppliersOf(state)) state.balancePoints[key] = 1_000_000 * pointsPerDollar;

  /** Places an order, as of a time. Returns its number and the emulator's order. */
  async function place(past: PastOrder): Promise<{ number: string; order: PanelOrder }> {
    const { supplier, service, link, quantity, placedAt } = past;
    const form = new URLSearchParams({ service, link, quantity: String(quantity) });
    const answer = await addOrder({ state, supplier, nowMs: placedAt.getTime() }, form);
    if (!("order" in answer)) throw new Error(`the panel refused the scene's order: ${answer.error}`);
    const order = state.orders[answer.order];
    if (!order) throw new Error("the panel lost the scene's order");
    return { number: String(answer.order), order };
  }

  return {
    state,
    place,
    /** It was delivered in full by a time. */
    finish(order: PanelOrder, at: Date): void {
      order.progress = { fraction: 1, atMs: at.getTime() };
      order.saidCompleted = true;
    },
    /** It ended early, with `remains` units undelivered and given back. */
    stop(order: PanelOrder, remains: number, at: Date): void {
      const status = remains === order.quantity ? "Canceled" : "Partial";
      stopOrder(order, state, { status, remains, atMs: at.getTime() });
    },
    /** It stands still at `fraction` until a time, and then goes on at the panel's speed. */
    holdUntil(order: PanelOrder, fraction: number, until: Date): void {
      order.progress = { fraction, atMs: until.getTime() };
    },
    addRefill(supplier: PanelSupplierKey, order: string, units: number, now: Date): string {
      const number = state.nextRefill;
      state.nextRefill += 1;
      // It is late: its supplier won't have done it for days.
      state.refills[number] = { supplier, order, atMs: addMs(now, 72 * hour).getTime(), units };
      return String(number);
    },
    setBalance(supplier: PanelSupplierKey, dollars: number): void {
      state.balancePoints[supplier] = dollars * pointsPerDollar;
    },
    /** Gives the emulator its own numbers back. */
    end(): PanelState {
      return { ...state, nextOrder: emptyState().nextOrder };
    },
  };
}

export type PastPanel = ReturnType<typeof inventPanel>;

const suppliersOf = ({ balancePoints }: PanelState) => Object.keys(balancePoints) as PanelSupplierKey[];

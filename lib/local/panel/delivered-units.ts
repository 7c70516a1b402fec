import { orderLine } from "./order-progress";
import type { PanelService } from "./services";
import { findService, type PanelState } from "./state";

export type DeliveryTarget = Pick<PanelService, "platform" | "kind"> & {
  /** A profile's handle or a post's code: the last part of its link. */
  name: string;
};

/** How many units all orders together have delivered to a target so far. */
export function deliveredUnits(state: PanelState, target: DeliveryTarget, nowMs: number): number {
  let units = 0;
  for (const order of Object.values(state.orders)) {
    const service = findService(order.supplier, String(order.service));
    if (service?.platform !== target.platform || service.kind !== target.kind) continue;
    if (nameOf(order.link) !== target.name) continue;
    const remains = Number(orderLine(order, state, nowMs).remains);
    if (Number.isFinite(remains)) units += order.quantity - remains;
  }
  return units;
}

/** `https://www.tiktok.com/@name` and `https://www.instagram.com/p/code/` to `name` and `code`. */
function nameOf(link: string): string {
  return link.split("?")[0]?.replace(/\/+$/, "").split("/").at(-1)?.replace(/^@/, "") ?? "";
}

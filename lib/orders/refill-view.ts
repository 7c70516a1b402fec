import { z } from "zod";
import type { RefillState } from "@/lib/db/generated/enums";
import type { OrderItemView, RefillProgress } from "./order-view";

const progress: Record<RefillState, RefillProgress> = {
  requested: "in_progress",
  sending: "in_progress",
  in_progress: "in_progress",
  unknown: "in_progress",
  completed: "completed",
  rejected: "rejected",
};

const dropSchema = z.object({ missing: z.number().int() });

/**
 * What an item's buyer is told about missing units and their refill, from the order's timeline, oldest first, and the
 * item's newest refill. A drop that a refill has made good since is no longer one. Pure.
 */
export function refillView(
  item: { id: string; refills: { state: RefillState }[] },
  events: { itemId: string | null; type: string; data: unknown }[],
): Pick<OrderItemView, "dropped" | "refill"> {
  const last = events.findLast(
    ({ itemId, type }) => itemId === item.id && (type === "item.dropped" || type === "refill.completed"),
  );
  const drop = last?.type === "item.dropped" ? dropSchema.safeParse(last.data).data : undefined;
  const newest = item.refills[0];
  return { dropped: drop?.missing ?? null, refill: newest ? progress[newest.state] : null };
}

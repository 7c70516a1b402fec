import { z } from "zod";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { evidenceIsOver } from "@/lib/delivery/items/evidence-limits";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { type ItemInReview, listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { listHeldRefunds } from "@/lib/money/refunds/held-refunds";
import { recover } from "@/lib/running/recovery/recover";
import { byOps } from "../support/factories";
import { numberOf } from "../support/panel-calls";
import { seededRandom } from "./random";
import { refusalOf, retrying } from "./retrying";
import type { TestShop } from "./test-shop";

const panelSchema = z.object({
  orders: z.record(
    z.string(),
    z.object({ link: z.string(), quantity: z.number(), service: z.number(), key: z.string() }),
  ),
});
type PanelOrders = z.infer<typeof panelSchema>["orders"];

/** An administrator's decision about an item, with the item's state at that time. */
export type Decision = {
  itemId: string;
  state: string;
  reason: string | null;
  attempt: number;
  atMs: number;
  waitedMs: number;
  /** True when the shop itself may still have been looking for evidence. */
  isEarly: boolean;
};

export type Admin = ReturnType<typeof openAdmin>;

// A call that is still in flight gets time to arrive before the administrator looks at the panel.
const arrivalMs = 3_000;
// Usually the administrator lets the shop look for evidence first.
const letExamineMs = 25_000;
// The administrator leaves a lost call that can be repeated to the shop until it was repeated or certainly won't be.
// How long that takes depends more on the machine than on the shop.
const letRepeatMs = 120_000;
// The shop ends a quarantine by itself when calls of a lost timeline must be over; a lease and two minutes.
const letReleaseMs = 150_000;
const mostAttempts = 4;

/**
 * The administrator of the schedules: compares what is in review with the panel, attaches what was bought, sends again
 * or gives up what was not, releases or drops refunds that are held, takes suppliers off hold after topping them up.
 */
export function openAdmin(testShop: TestShop, seed: number) {
  const { db } = testShop.connection;
  const random = seededRandom(seed);
  const decisions = new Map<string, number>();
  const reviewed: Decision[] = [];
  const decided = new Set<string>();
  let withoutEvidence = new Set<string>();

  async function decide(name: string, act: () => Promise<unknown>): Promise<void> {
    const refusal = await refusalOf(act);
    const said = refusal ? `${name}: refused (${refusal.code})` : name;
    decisions.set(said, (decisions.get(said) ?? 0) + 1);
  }

  const cancel = (itemId: string) => {
    decided.add(itemId);
    return decide("given up", () => cancelItem(db, { itemId, ...byOps }));
  };
  const resubmit = (itemId: string) => {
    decided.add(itemId);
    return decide("sent again", () => resubmitItem(db, { itemId, ...byOps }));
  };

  async function decideUnknown(item: ItemInReview, orders: PanelOrders): Promise<void> {
    const isOver = isGivenUp(item);
    const isEarly = !isOver && random.chance(0.1);
    const waitedMs = Date.now() - Number(item.reviewSince);
    if (waitedMs < (isOver || isEarly ? arrivalMs : letExamineMs)) return;
    if (!isOver && !isEarly && waitedMs < letRepeatMs && (await waitsForRepeat(item))) return;
    note(item, isEarly);
    const found = await purchasesOf(item, orders);
    if (found === "ambiguous") return cancel(item.id);
    const [providerOrderId] = found;
    if (!providerOrderId) return random.chance(0.7) ? resubmit(item.id) : cancel(item.id);
    if (random.chance(0.2)) return cancel(item.id);
    decided.add(item.id);
    const attach = { itemId: item.id, providerOrderId, ...byOps };
    await decide("attached", () => attachProviderOrder({ db, provider: testShop.provider }, attach));
  }

  /**
   * The panel's orders for what the item asked for that belong to no item. Ambiguous where another item's lost call for
   * the same target may have made one of them.
   */
  async function purchasesOf(item: ItemInReview, orders: PanelOrders): Promise<string[] | "ambiguous"> {
    const { service } = Object(item.calls[0]?.request);
    const candidates = Object.entries(orders).flatMap(([id, order]) =>
      id === numberOf(id) &&
      order.link === item.link &&
      String(order.service) === service &&
      order.quantity === item.quantity
        ? [id]
        : [],
    );
    const attached = await retrying(() =>
      db.fulfillmentItem.findMany({
        where: { providerOrderId: { in: candidates } },
        select: { providerOrderId: true },
      }),
    );
    const taken = new Set(attached.map((row) => row.providerOrderId));
    const free = candidates.filter((id) => !taken.has(id));
    if (free.length === 0) return [];
    const others = await retrying(() =>
      db.fulfillmentItem.count({
        where: {
          id: { not: item.id },
          link: item.link,
          providerOrderId: null,
          calls: { some: { OR: [{ outcome: "unknown" }, { outcome: null }] } },
        },
      }),
    );
    return free.length > 1 || others > 0 ? "ambiguous" : free;
  }

  /** True while the item's supplier recognises requests and no repetition of the lost call has ended. */
  async function waitsForRepeat({ id, attempt }: ItemInReview): Promise<boolean> {
    const count = await retrying(() =>
      db.fulfillmentItem.count({
        where: {
          id,
          supplier: { evidenceMode: { in: ["request_id", "dedupe_window"] } },
          calls: { none: { action: `repeat:${attempt}`, outcome: { not: null } } },
        },
      }),
    );
    return count > 0;
  }

  /** True when no evidence will come: the shop has given up, or the supplier gives none. */
  function isGivenUp(item: ItemInReview): boolean {
    return (
      evidenceIsOver.some((reason) => reason === item.reason) ||
      withoutEvidence.has(item.supplier?.name ?? "")
    );
  }

  function note({ id: itemId, state, reason, attempt, reviewSince }: ItemInReview, isEarly: boolean): void {
    const atMs = Date.now();
    const waitedMs = atMs - Number(reviewSince);
    reviewed.push({ itemId, state, reason, attempt, atMs, waitedMs, isEarly });
  }

  async function workThroughItems(): Promise<void> {
    const items = await retrying(() => listItemsInReview(db, { limit: 500 }));
    if (items.length === 0) return;
    withoutEvidence = new Set(
      (await retrying(() => db.supplier.findMany({ where: { evidenceMode: "none" } }))).map(
        ({ name }) => name,
      ),
    );
    const answer = await retrying(async () => (await fetch(`${testShop.urls.panel}/_control`)).json());
    const { orders } = panelSchema.parse(answer);
    for (const item of items) {
      if (item.state === "rejected") note(item, false);
      if (item.state === "unknown") await decideUnknown(item, orders);
      else if (item.state === "rejected" && item.attempt < mostAttempts && random.chance(0.6))
        await resubmit(item.id);
      // Items in other states came into review by a status report; the shop keeps polling them.
      else if (item.state === "rejected" || item.state === "ready" || item.state === "paused")
        await cancel(item.id);
    }
  }

  async function workThroughRefunds(): Promise<void> {
    for (const { id: refundId, orderId } of await retrying(() => listHeldRefunds(db, { limit: 500 }))) {
      decided.add(orderId);
      const order = { refundId, ...byOps };
      if (random.chance(0.8)) await decide("refund released", () => releaseRefund(db, order));
      else await decide("refund dropped", () => dropRefund(db, order));
    }
  }

  /** Decides refills whose answer was lost, at random, because a panel can't look them up. */
  async function workThroughRefills(): Promise<void> {
    const lost = await retrying(() => db.refill.findMany({ where: { state: "unknown" } }));
    for (const { id: refillId, itemId } of lost) {
      decided.add(itemId);
      const kind = random.pick(["completed", "rejected", "resend"] as const);
      await decide(`refill decided as ${kind}`, () =>
        decideRefill(db, { refillId, decision: { kind }, ...byOps }),
      );
    }
  }

  async function endQuarantine(): Promise<void> {
    const held = await retrying(() => findQuarantine(db));
    if (!held || Date.now() - held.since.getTime() < letReleaseMs) return;
    const { stripe, provider } = testShop;
    await decide("recovered", () => recover({ db, stripe, provider }, byOps));
  }

  return {
    decisions,
    /** Every item that was found in review and decided about. */
    reviewed,
    /** The ids of items and orders that the administrator has decided about. */
    decided,
    /** Goes once through everything that waits for an administrator, and decides. */
    async work(): Promise<void> {
      await endQuarantine();
      await workThroughItems();
      await workThroughRefills();
      await workThroughRefunds();
      const held = await retrying(() => db.supplier.findMany({ where: { holdUntil: { not: null } } }));
      for (const { id: supplierId } of held)
        await decide("supplier topped up", () =>
          pauseSupplier(db, { supplierId, isPaused: false, ...byOps }),
        );
    },
  };
}

import { hour } from "@/lib/base/time/time";
import { may, type Permission, type StaffRole } from "@/lib/people/auth/roles";
import type { Outage } from "./needs-me-supply-rules";

/**
 * The stake of each kind of matter: cents on top of the matter's own amount, and the hours after which waiting begins
 * to do harm if the matter has no deadline of its own. `seenWith` is the permission needed to see it.
 */
const stakes = {
  /** Nothing is sent, refunded or mailed. */
  quarantine: { cents: 1_000_000, hours: 0, seenWith: "operations.read" },
  /** No worker runs, or none takes work: all orders wait. */
  standstill: { cents: 500_000, hours: 0, seenWith: "operations.read" },
  /** What is on sale can't be delivered: each new order adds to it. */
  no_supply: { cents: 100_000, hours: 0, seenWith: "overview" },
  /** Packages are off sale by themselves: they would be sold below the least margin, or nobody takes so many. */
  off_sale: { cents: 20_000, hours: 0, seenWith: "overview" },
  /** The shop sells nothing, most likely because something is broken. */
  no_payment: { cents: 20_000, hours: 0, seenWith: "overview" },
  /** A supplier's balance is used up before the morning. */
  balance: { cents: 2_000, hours: 12, seenWith: "suppliers.read" },
  /** At stake are the payment and Stripe's fee, at the deadline of the evidence. */
  dispute: { cents: 1_500, hours: 7 * 24, seenWith: "orders.read" },
  /** At stake are the orders that wait for the supplier. */
  supplier: { cents: 1_000, hours: 4, seenWith: "suppliers.read" },
  /** A customer without an answer opens a dispute; the pages promise 24 hours. */
  ticket: { cents: 800, hours: 24, seenWith: "tickets.read" },
  /** Suppliers deliver units that are not paid for. */
  unpaid: { cents: 500, hours: 4, seenWith: "orders.read" },
  /** The customer waits for the money. */
  held_refund: { cents: 300, hours: 24, seenWith: "orders.read" },
  unsent_refund: { cents: 300, hours: 24, seenWith: "orders.read" },
  /** The item is paid for and not delivered. */
  review: { cents: 300, hours: 24, seenWith: "fulfillment.read" },
  flagged: { cents: 300, hours: 24, seenWith: "orders.read" },
  /** An alert about an order: a failure that flagged it, or an event after its flag. */
  order_alert: { cents: 300, hours: 24, seenWith: "orders.read" },
  /** Paid for and not sent; other buyers' orders for the same target wait for it. */
  blocked: { cents: 300, hours: 24, seenWith: "orders.read" },
  /** The item should have begun by now, but no supplier has taken it. */
  unsent: { cents: 300, hours: 24, seenWith: "fulfillment.read" },
  /** The item should have begun by now, but another item holds its target. */
  waiting: { cents: 300, hours: 24, seenWith: "fulfillment.read" },
  refill: { cents: 200, hours: 48, seenWith: "fulfillment.read" },
  job: { cents: 500, hours: 24, seenWith: "operations.read" },
  alert: { cents: 500, hours: 24, seenWith: "operations.read" },
  discrepancy: { cents: 200, hours: 72, seenWith: "operations.read" },
  /** The buyer has to act; otherwise the refund is sent automatically. */
  paused: { cents: 0, hours: 72, seenWith: "fulfillment.read" },
} as const satisfies Record<string, { cents: number; hours: number; seenWith: Permission }>;

type MatterKind = keyof typeof stakes;
export const matterKinds = Object.keys(stakes) as MatterKind[];

/** One thing that waits for an operator, as a row of the list's statement. */
export type Matter = {
  /** The subject: `order:<id>`, `supplier:<id>`, `ticket:<id>`, `alert:<key>`, … Equal subjects are one entry. */
  subject: string;
  kind: MatterKind;
  /** The key of the row that its next step acts on: a refund, a job, an alert or the order that is waited for. */
  id: string;
  /** A reason code, or a message. */
  text: string;
  /**
   * A ticket's last message, a balance, an alert's kind, the error of a job or of an unsent refund's job, the supplier's number
   * of a late refill (empty until it is accepted; null when an answer was lost), the kind of an order's alert that ends
   * with its flag.
   */
  detail: string | null;
  /** Items in review, orders that wait for a supplier, or the days that a silence is compared with. */
  count: number;
  /** Of a ticket or a refill: its form sends it back. */
  version: number | null;
  cents: number;
  since: Date;
  /** When its newest part came into the list: an item, a message or the matter itself. */
  newestAt: Date;
  dueAt: Date | null;
  /** Of services on sale that no supplier can take: which, and why. */
  outage?: Outage;
};

/** The matters of one subject. The costliest comes first, and its next step is the entry's. */
export type Entry = { subject: string; lead: Matter; others: Matter[]; cost: number };

export type Snooze = { subject: string; kinds: string[]; until: Date; snoozedAt: Date };

export type NeedsMe = {
  entries: Entry[];
  snoozed: (Entry & { until: Date })[];
  /** How many tickets wait besides the oldest, which are all that the list reads. */
  moreTickets: number;
};

/** The matters that a role may see. Pure. */
export function mattersFor(role: StaffRole | null, matters: Matter[]): Matter[] {
  return matters.filter(({ kind }) => may(role, stakes[kind].seenWith));
}

/** When waiting begins to do harm: the matter's own deadline, or the hours of its kind after it began. Pure. */
export function deadlineOf({ kind, since, dueAt }: Pick<Matter, "kind" | "since" | "dueAt">): Date {
  return dueAt ?? new Date(since.getTime() + stakes[kind].hours * hour);
}

/**
 * The cost of waiting, in cents: the amount at stake, times a factor that grows from nearly 0 long before the deadline
 * (an eighth a week before, a half the day before) to 1 at the deadline, and by 1 with each day after it. Pure.
 */
export function costOf(matter: Pick<Matter, "kind" | "since" | "dueAt" | "cents">, now: Date): number {
  const hoursLate = (now.getTime() - deadlineOf(matter).getTime()) / hour;
  const share = hoursLate >= 0 ? 1 + hoursLate / 24 : 24 / (24 - hoursLate);
  return (stakes[matter.kind].cents + Math.max(0, matter.cents)) * share;
}

/**
 * True when a snoozed subject has become worse since: something new came up, or a deadline is a day away or over. A kind
 * that the snooze does not cover is new: the administrator who snoozed did not see it. Pure.
 */
export function isWorse(
  matters: Matter[],
  { kinds, snoozedAt }: Pick<Snooze, "kinds" | "snoozedAt">,
  now: Date,
): boolean {
  const isNews = (at: number) => at > snoozedAt.getTime() && at <= now.getTime();
  return matters.some((matter) => {
    if (!kinds.includes(matter.kind)) return true;
    const deadline = deadlineOf(matter).getTime();
    return [matter.newestAt.getTime(), deadline - 24 * hour, deadline].some(isNews);
  });
}

/**
 * Groups matters into one entry per subject, the costliest first; snoozed entries that have not become worse are listed
 * separately. Pure.
 */
export function groupMatters(matters: Matter[], snoozes: Snooze[], now: Date): Omit<NeedsMe, "moreTickets"> {
  const bySubject = new Map<string, Matter[]>();
  for (const matter of matters)
    bySubject.set(matter.subject, [...(bySubject.get(matter.subject) ?? []), matter]);
  const entries = [...bySubject].flatMap(([subject, all]) => {
    const byCost = all.toSorted(
      (a, b) => costOf(b, now) - costOf(a, now) || a.since.getTime() - b.since.getTime(),
    );
    const [lead, ...others] = byCost;
    if (!lead) return [];
    return [{ subject, lead, others, cost: byCost.reduce((sum, matter) => sum + costOf(matter, now), 0) }];
  });
  const sorted = entries.sort((a, b) => b.cost - a.cost || a.subject.localeCompare(b.subject));
  const asleep = new Map(snoozes.map((snooze) => [snooze.subject, snooze]));
  const list: Omit<NeedsMe, "moreTickets"> = { entries: [], snoozed: [] };
  for (const entry of sorted) {
    const snooze = asleep.get(entry.subject);
    const isAsleep =
      snooze !== undefined && snooze.until > now && !isWorse([entry.lead, ...entry.others], snooze, now);
    if (isAsleep) list.snoozed.push({ ...entry, until: snooze.until });
    else list.entries.push(entry);
  }
  return list;
}

import { hour } from "@/lib/base/time/time";
import { failuresToOpen } from "@/lib/delivery/suppliers/pace";

/** A supplier as the rules read it. Money is in its own currency. */
export type SupplierHealth = {
  id: string;
  name: string;
  isManual: boolean;
  isActive: boolean;
  pausedAt: Date | null;
  /** Of a hold that has not expired, or of one for lack of funds. */
  holdReason: string | null;
  failures: number;
  /** Since when its oldest open alert is there. */
  alertAt: Date | null;
  balance: number | null;
  currency: string | null;
  /** What its balance lost since that time. */
  spent: number;
  spentSince: Date | null;
};

/** Why a supplier can't take an order now. */
export type SupplierStop = "paused" | "failing" | "empty" | `held:${string}`;

/** Null for a supplier that can take one. Pure. */
export function stopOf(supplier: Omit<SupplierHealth, "spent" | "spentSince">): SupplierStop | null {
  if (!supplier.isActive) return "paused";
  if (supplier.holdReason) return `held:${supplier.holdReason}`;
  if (supplier.failures >= failuresToOpen) return "failing";
  if (!supplier.isManual && supplier.balance !== null && supplier.balance <= 0) return "empty";
  return null;
}

/** A service on sale, with a supplier that is mapped to it; null where none is. */
export type Offered = { platform: string; service: string; supplier: SupplierHealth | null };

export type StoppedSupplier = Pick<SupplierHealth, "id" | "name"> & { stop: SupplierStop };

/** Services on sale that no supplier can take, for the same cause; without suppliers, none is mapped. */
export type Outage = {
  services: Pick<Offered, "platform" | "service">[];
  suppliers: StoppedSupplier[];
  /** When the last of the suppliers stopped, where that is known. */
  since: Date | null;
};

/** The services that nothing can deliver, by cause. Pure. */
export function findOutages(offered: readonly Offered[]): Outage[] {
  const byService = new Map<string, Offered[]>();
  for (const row of offered) {
    const name = `${row.platform}-${row.service}`;
    byService.set(name, [...(byService.get(name) ?? []), row]);
  }
  const byCause = new Map<string, Outage>();
  for (const rows of byService.values()) {
    const [first] = rows;
    const suppliers = rows.flatMap(({ supplier }) => (supplier ? [supplier] : []));
    const stopped = suppliers.flatMap((supplier) => stoppedOf(supplier));
    if (!first || stopped.length < suppliers.length) continue;
    const cause = stopped
      .map(({ id }) => id)
      .toSorted()
      .join();
    const outage = byCause.get(cause) ?? { services: [], suppliers: stopped, since: sinceOf(suppliers) };
    outage.services.push({ platform: first.platform, service: first.service });
    byCause.set(cause, outage);
  }
  return [...byCause.values()];
}

function stoppedOf(supplier: SupplierHealth): StoppedSupplier[] {
  const stop = stopOf(supplier);
  return stop ? [{ id: supplier.id, name: supplier.name, stop }] : [];
}

function sinceOf(suppliers: SupplierHealth[]): Date | null {
  const times = suppliers.map(({ isActive, pausedAt, alertAt }) => (isActive ? alertAt : pausedAt));
  const known = times.flatMap((time) => (time ? [time.getTime()] : []));
  return known.length > 0 && known.length === times.length ? new Date(Math.max(...known)) : null;
}

/** Nobody tops up an account overnight. */
export const nightHours = 12;

/** The rate of spending is known after this many hours. */
const observedHours = 2;

/**
 * When the balance of a supplier that takes orders is used up at the rate of the last hours, if that is within a night;
 * null otherwise. Pure.
 */
export function spentAt(supplier: SupplierHealth, now: Date): Date | null {
  const { isManual, balance, spent, spentSince } = supplier;
  if (isManual || stopOf(supplier) || balance === null || spentSince === null || spent <= 0) return null;
  const hours = (now.getTime() - spentSince.getTime()) / hour;
  if (hours < observedHours) return null;
  const hoursLeft = balance / (spent / hours);
  return hoursLeft < nightHours ? new Date(now.getTime() + hoursLeft * hour) : null;
}

/** So many earlier days are needed to say what is usual, and so many payments on average in the same hours. */
const fewestDays = 14;
const fewestPayments = 5;

/**
 * How many payments are usual in the hours since the last one, from their numbers in the same hours of earlier days;
 * null where a silence is not unusual: too few days or payments, or a day that was as silent. Pure.
 */
export function usualPayments(earlierDays: readonly number[]): number | null {
  if (earlierDays.length < fewestDays || earlierDays.includes(0)) return null;
  const average = earlierDays.reduce((sum, count) => sum + count, 0) / earlierDays.length;
  return average >= fewestPayments ? Math.floor(average) : null;
}

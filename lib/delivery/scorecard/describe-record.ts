import { day, hour, minute, second } from "@/lib/base/time/time";
import type { CountedUnits, ServiceRecord } from "./load-scorecard";
import { figuresOf, type Proposal } from "./propose-ranking";

/** `42 min`, `5.2 h`, `3.1 days`; a dash if it is unknown. Pure. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return "–";
  const ms = seconds * second;
  if (ms < 99.5 * minute) return `${Math.round(ms / minute)} min`;
  return ms < 2 * day ? `${(ms / hour).toFixed(1)} h` : `${(ms / day).toFixed(1)} days`;
}

/** A share in percent: `98%`, `0.4%`; a dash when the whole is zero. Pure. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (part * 100) / whole;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}

/** The charge for 1,000 of the units that were found: `0.6213 USD`; a dash if it is unknown. Pure. */
export function costText({ charge, found }: CountedUnits, currency: string | null): string {
  if (found === 0 || currency === null) return "–";
  return `${((charge * 1_000) / found).toFixed(4)} ${currency.toUpperCase()}`;
}

/** Describes what a proposal would change, with the figures of both services. Pure. */
export function proposalText({ best, present, gain }: Proposal): string {
  if (best === present) return "Only the order behind the first changes.";
  return `${figuresText(best)} scores ${Math.floor(gain * 100)}% better than ${figuresText(present)}.`;
}

function figuresText(record: ServiceRecord): string {
  const { supplierName, serviceName, after5, currency } = record;
  const figures = figuresOf(record);
  const texts = figures && [
    after5.found > 0 ? `${costText(after5, currency)} for 1,000 that stay` : "nothing stayed",
    `${shareText(1 - figures.unfinished, 1)} completed`,
    `${shareText(figures.failed, 1)} refused or lost`,
    `9 in 10 finished in ${durationText(figures.finishP90)}`,
  ];
  return `${supplierName}: ${serviceName} (${texts?.join(", ") ?? "not enough deliveries"})`;
}

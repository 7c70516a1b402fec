import { expect, it } from "vitest";
import { formatCents } from "@/lib/base/money";
import { hour } from "@/lib/base/time/time";
import { decideItems } from "@/lib/buyer/requests/decision-rules";
import { drops } from "./cases/drops";
import { endedAndUnclear } from "./cases/ended-and-unclear";
import { openItems } from "./cases/open-items";
import { whatCountersProve } from "./cases/what-counters-prove";
import { type Case, readCases } from "./read-cases";

const cases = [openItems, drops, endedAndUnclear, whatCountersProve].flatMap(readCases);

/** The decisions in the notation of the tables. */
function decisions({ order, kind }: Case): string {
  return decideItems(order, kind)
    .map(({ outcome, reason, units, cents, lookAgainAt }) => {
      const hours = lookAgainAt && (lookAgainAt.getTime() - order.paidAt.getTime()) / hour;
      const facts = [
        units || null,
        cents ? formatCents(cents) : null,
        hours && `@${Number(hours.toFixed(2))}`,
      ];
      return [outcome, reason, ...facts.filter(Boolean)].join(" ");
    })
    .join(" + ");
}

it.each(cases)("$kind: $name", (one) => {
  expect(decisions(one)).toBe(one.expected);
});

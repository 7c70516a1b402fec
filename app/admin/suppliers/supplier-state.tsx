import type { Facts } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { plural } from "@/lib/base/text/plural";
import type { SupplierSummary } from "@/lib/delivery/suppliers/list-suppliers";

const holds: Record<string, string> = {
  bad_key: "Key refused",
  access_denied: "Access denied",
  wrong_address: "Wrong address",
  no_funds: "No funds",
  repeated_number: "Repeats numbers",
};

/** A supplier's states as badges. "Low balance" is approximate: the alert itself compares exact decimals. */
export function SupplierStates({ supplier }: { supplier: SupplierSummary }) {
  const isLow = supplier.balance !== null && Number(supplier.balance) < Number(supplier.lowBalance);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {supplier.isActive ? <Badge>On</Badge> : <Badge variant="outline">Paused</Badge>}
      {supplier.pausedAt ? (
        <span className="text-sm text-muted-foreground">
          since <LocalTime at={supplier.pausedAt} />
        </span>
      ) : null}
      {supplier.holdReason ? <Badge variant="failed">{holds[supplier.holdReason] ?? "On hold"}</Badge> : null}
      {isLow ? <Badge variant="pending">Low balance</Badge> : null}
      {supplier.kind === "manual" ? <Badge variant="outline">Manual</Badge> : null}
    </span>
  );
}

/** A supplier's balance, how long it lasts at last week's spending, and what is in progress. */
export function balanceFacts({ balance, balanceCurrency, ...supplier }: SupplierSummary): Facts {
  return {
    Balance: balance === null ? "Not known yet" : `${shortDecimal(balance)} ${balanceCurrency ?? ""}`.trim(),
    Lasts: runwayText(supplier.runwayDays),
    "Spent per day, last week": shortDecimal(supplier.spentPerDay),
    "In progress": supplier.openItems.toLocaleString("en-US"),
  };
}

function runwayText(days: number | null): string {
  if (days === null) return "Not known yet";
  return days > 365 ? "More than a year" : plural(days, "day");
}

/** A decimal truncated to two places: `12.3456789` becomes `12.34`. */
function shortDecimal(text: string): string {
  if (text.startsWith("-")) return `-${shortDecimal(text.slice(1))}`;
  const [whole = "0", fraction = ""] = text.split(".");
  return `${BigInt(whole).toLocaleString("en-US")}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}

/** A decimal without trailing zeros: `20.5000000` becomes `20.5`, `20.0000000` becomes `20`. */
export function plainDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

import { Badge } from "@/components/ui/badge";
import type { SupplierSummary } from "@/lib/suppliers/queries";
import { isBalanceLow } from "./balance-text";

const holds: Record<string, string> = { bad_key: "Key refused", no_funds: "No funds" };

/** A supplier's states as badges. */
export function SupplierStates({ supplier }: { supplier: SupplierSummary }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {supplier.isActive ? <Badge>On</Badge> : <Badge variant="outline">Paused</Badge>}
      {supplier.holdReason ? <Badge variant="failed">{holds[supplier.holdReason] ?? "On hold"}</Badge> : null}
      {isBalanceLow(supplier) ? <Badge variant="pending">Low balance</Badge> : null}
      {supplier.kind === "manual" ? <Badge variant="outline">Manual</Badge> : null}
    </span>
  );
}

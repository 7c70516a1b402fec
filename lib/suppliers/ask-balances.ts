import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { type AskedBalances, type BalanceDeps, refreshBalances } from "./refresh-balances";

/** A person asks all suppliers for their balances, beside the worker's own rounds. It stands in the audit log. */
export async function askBalances(deps: BalanceDeps, { actor }: { actor: Actor }): Promise<AskedBalances> {
  const asked = await refreshBalances(deps);
  await deps.db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "suppliers.balances_asked",
      subjectType: "suppliers",
      subjectId: "balances",
      after: asked,
    }),
  );
  return asked;
}

/** What came of it, in words: who did not answer is what somebody has to look at. */
export function describeAsked({ answered, silent }: AskedBalances): string {
  const all = answered.length + silent.length;
  const who = silent.length > 0 ? ` No answer: ${silent.join(", ")}.` : "";
  return `${answered.length} of ${all} answered.${who}`;
}

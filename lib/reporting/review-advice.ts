import type { ItemState } from "@/lib/db/generated/enums";
import { utcText } from "@/lib/time";

export type AdvisedItem = {
  state: ItemState;
  reason: string | null;
  isManual: boolean;
  reviewSince: Date | null;
  pausedUntil: Date | null;
  providerStatus: string | null;
  lastCall: { balanceBefore: string | null; balanceAfter: string | null } | null;
};

/**
 * What the evidence about an item shows and what to do next, for the administrator who decides; null for an item that
 * needs no decision. Only advice, because other orders of the same account move its balance too. Pure.
 */
export function reviewAdvice(item: AdvisedItem): string | null {
  if (item.state === "paused") {
    const until = item.pausedUntil ? ` until ${utcText(item.pausedUntil)}` : "";
    return `The account or post can't be reached. The buyer can fix it${until}. After that, the item is canceled and refunded. To do that now, cancel it.`;
  }
  if (!item.reviewSince) return null;
  if (item.reason === "database_restored") {
    return "The database was restored from an earlier state, and this item may have been bought since. Look for its link in the supplier's own list of orders: attach the number if it is there, send it again only if it is not, or cancel it.";
  }
  if (item.state === "unknown") return unknownAdvice(item.lastCall);
  if (item.state === "rejected") {
    return "No supplier accepted it. Fix what was refused (the mapping, the supplier's balance, the target), then send it again, or cancel it.";
  }
  if (item.isManual) {
    return item.state === "submitted"
      ? "To be delivered manually. Mark it as started when it begins, then enter how many units were delivered."
      : "It is being delivered manually. Enter how many units were delivered when it is done.";
  }
  if (item.reason?.startsWith("not_started")) {
    return "The supplier accepted it but has not started in time. Ask the supplier to cancel it, ask its support, or wait.";
  }
  const status = item.providerStatus ? `The supplier's last status was “${item.providerStatus}”. ` : "";
  return `${status}Look up its order number at the supplier; if that does not help, enter how many units were delivered.`;
}

function unknownAdvice(call: AdvisedItem["lastCall"]): string {
  const lookUp = "Look for the link in the supplier's own list of orders";
  if (!call?.balanceBefore || !call.balanceAfter) {
    return `It is not known whether the supplier accepted it. ${lookUp}: attach the number if it is there; send it again only if it is not.`;
  }
  if (Number(call.balanceAfter) < Number(call.balanceBefore)) {
    return `The balance fell from ${call.balanceBefore} to ${call.balanceAfter} around the call, so the supplier most likely accepted it. ${lookUp} and attach the number.`;
  }
  return `The balance was ${call.balanceAfter} before and after the call, so the supplier most likely did not accept it. ${lookUp} to be sure, then send it again.`;
}

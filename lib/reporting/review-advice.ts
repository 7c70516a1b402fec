import type { ItemState } from "@/lib/db/generated/enums";

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
 * What the evidence about an item says and what to do next, for the person who decides; null for an item that waits
 * for nobody. It advises only: a balance also moves by other orders of the same account. Pure.
 */
export function reviewAdvice(item: AdvisedItem): string | null {
  if (item.state === "paused") {
    const until = item.pausedUntil ? ` until ${utc(item.pausedUntil)}` : "";
    return `The target can't be reached. Its buyer can fix it${until}; then it is given up and refunded. Cancel it to do that now.`;
  }
  if (!item.reviewSince) return null;
  if (item.reason === "database_restored") {
    return "The database was restored from an earlier state, and this item may have been bought since. Look for its link in the supplier's own list of orders: attach the number if it is there, send it again only if it is not, or cancel it.";
  }
  if (item.state === "unknown") return unknownAdvice(item.lastCall);
  if (item.state === "rejected") {
    return "No supplier took it. Fix what was refused (the mapping, the supplier's balance, the target), then send it again, or cancel it.";
  }
  if (item.isManual) {
    return item.state === "submitted"
      ? "To be delivered manually. Say when it begins, then how many units were delivered."
      : "Under way manually. Say how many units were delivered when it is done.";
  }
  if (item.reason?.startsWith("not_started")) {
    return "The supplier took it and has not begun in time. Ask for a cancellation there, ask its support, or wait.";
  }
  const word = item.providerStatus ? `The supplier's last word was “${item.providerStatus}”. ` : "";
  return `${word}Look the number up at the supplier; if it can't tell, say how many units were delivered.`;
}

function unknownAdvice(call: AdvisedItem["lastCall"]): string {
  const lookUp = "Look for the link in the supplier's own list of orders";
  if (!call?.balanceBefore || !call.balanceAfter) {
    return `Nobody knows whether the supplier took it. ${lookUp}: attach the number if it is there; send it again only if it is not.`;
  }
  if (Number(call.balanceAfter) < Number(call.balanceBefore)) {
    return `The balance fell from ${call.balanceBefore} to ${call.balanceAfter} around the call, so the supplier most likely took it. ${lookUp} and attach the number.`;
  }
  return `The balance stood at ${call.balanceAfter} before and after the call, so the supplier most likely did not take it. ${lookUp} to be sure, then send it again.`;
}

function utc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

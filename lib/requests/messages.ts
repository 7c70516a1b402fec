import { formatCents } from "@/lib/money";
import type { ServiceType } from "@/lib/platforms";
import type { Decision, Reason } from "./decision";

const cardTime = "Banks show it within 7 to 10 business days.";

/**
 * What the buyer reads about a decision: what was decided, why, and what happens next. Times are shown beside it
 * (`lookAgainAt`). `isHeld`: its refund is above the limits of automatic ones. Pure.
 */
export function decisionMessage(
  decision: Decision,
  { service, isHeld = false }: { service: ServiceType; isHeld?: boolean },
): string {
  const amount = unitsOf(decision.units, service);
  const back = formatCents(decision.cents);
  switch (decision.outcome) {
    case "refill":
      return `${missingOf(decision, amount)} We have asked for them to be delivered again, at no cost to you. Please keep the account public and its name unchanged.`;
    case "replace":
      return `${missingOf(decision, amount)} This delivery can't be refilled, so we deliver them again as a delivery of their own, at no cost to you. Please keep the account public and its name unchanged.`;
    case "refund":
      return `${missingOf(decision, amount)} They can't be delivered again, so ${back} goes back to your card${isHeld ? ", as soon as our team has checked it" : ""}. ${cardTime}`;
    case "already_done":
      return decision.reason === "delivered"
        ? "This part has been delivered in full by our records."
        : reasons[decision.reason];
    case "cancel":
      return `${amount} ${wereOf(decision.units)} ${decision.reason === "not_begun" ? "not begun" : "not begun in the time we promise"}, so we canceled this part. Its price goes back to your card as soon as the order has ended. ${cardTime}`;
    case "ask_supplier":
      return `${stopReasons[decision.reason] ?? stopReasons.stop_wanted} What has not arrived by then goes back to your card.`;
    case "review":
      return `${reasons[decision.reason]} Our team looks at it and answers you within 24 hours, at the order's email address.`;
    default:
      return reasons[decision.reason];
  }
}

const stopReasons: Partial<Record<Reason, string>> = {
  stop_wanted: "We have asked for this delivery to be stopped.",
  not_started_in_time:
    "This delivery has not begun in the time we promise, so we have asked for it to be stopped.",
  not_finished_in_time: "This delivery takes longer than it should, so we have asked for it to be stopped.",
};

function missingOf({ reason, units }: Decision, amount: string): string {
  switch (reason) {
    case "never_arrived":
      return `By our own count ${amount} never arrived.`;
    case "replacement_short":
      return `${amount} of the new delivery did not arrive.`;
    default:
      return `By our own count ${amount} ${units === 1 ? "has" : "have"} dropped since the delivery.`;
  }
}

/** `1 follower`, `1,200 likes`. */
function unitsOf(units: number, service: ServiceType): string {
  return `${units.toLocaleString("en-US")} ${units === 1 ? service.slice(0, -1) : service}`;
}

const wereOf = (units: number) => (units === 1 ? "was" : "were");

const stopsWhenLate = "If it is late then, we stop it, and what has not arrived goes back to your card.";

const reasons: Record<Reason, string> = {
  dropped: "Units have dropped since the delivery.",
  never_arrived: "Units never arrived.",
  replacement_short: "Units of the new delivery did not arrive.",
  not_begun: "This part was not begun.",
  not_started_in_time: "This delivery has not begun in the time we promise.",
  not_finished_in_time: "This delivery takes longer than it should.",
  queued: `This delivery waits for an earlier order of the same account or post. You can cancel it until it begins. ${stopsWhenLate}`,
  starting: `This delivery is about to begin. You can cancel it until then. ${stopsWhenLate}`,
  handing_over: "This delivery is being handed over at this moment. We look again in a few minutes.",
  being_checked: `We are finding out whether this delivery has begun. You need do nothing. If we can't tell in time, our team decides.`,
  paused:
    "This delivery is paused because we can't reach the account or post. Make it public, say so on this page, and it goes on. Otherwise its price goes back to your card.",
  starts_in_time: `This delivery has been handed over and is within the time we promise for its start. ${stopsWhenLate}`,
  arriving: `This delivery is on its way and within the usual time. ${stopsWhenLate}`,
  not_over: "This part is still being delivered, so nothing of it can have dropped yet.",
  has_begun: "This delivery has begun, so it can't be canceled any more. You get what you ordered.",
  cannot_stop: "This delivery has been handed over and can't be stopped. You get what you ordered.",
  stop_wanted: "You asked us to stop this delivery.",
  stop_asked: "We have asked for this delivery to be stopped and are waiting for the answer.",
  stop_refused: "We asked for this delivery to be stopped, and that was refused.",
  refund_with_the_rest:
    "This part was not delivered. Its price goes back to your card when the order has ended.",
  refund_on_its_way: `This part was not delivered, and its price is on its way back to your card. ${cardTime}`,
  refund_held: "This part was not delivered. Its refund is prepared and is being checked before it is sent.",
  target_hidden:
    "We can't see the account or post, so we can't count. Make it public and leave its name unchanged; we count again by ourselves.",
  counter_moving:
    "Another order for the same account or post is being delivered, so we can't count this one by itself yet. We count again by ourselves when that has ended.",
  shop_paused:
    "We are checking our records and send and refund nothing for the moment. We decide this as soon as that is done.",
  refill_running: "What is missing is being delivered again already. You see its progress on this page.",
  replacement_running: "What is missing is being delivered again already. You see its progress on this page.",
  refunded_in_full: "The full price of this order has gone back to your card.",
  settled_before: "By our own count nothing is missing beyond what we paid back to you.",
  delivered: "By our own count everything that was delivered is there.",
  window_over: "Something is missing by our own count, but the time for which we promise refills is over.",
  no_refills: "Something has dropped since the delivery, but this service comes without refills.",
  below_a_cent: "What is missing is worth less than a cent.",
  disputed: "The payment of this order is disputed, so your bank decides about it.",
  blocked: "Our team has stopped this order to look at it.",
  call_lost: "We don't know yet whether this delivery has begun.",
  count_unknown: "We have no reliable count of this account or post.",
  refunded_otherwise:
    "Something is missing by our own count, and money of this order has gone back to you before.",
  refund_failed: "This part was not delivered, and its refund did not reach your card.",
  waited_too_long: "This has taken longer than it should.",
};

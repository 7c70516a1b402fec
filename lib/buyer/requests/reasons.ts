import { bankShowsIt } from "@/lib/base/money";

const stopsWhenLate =
  "If it runs late, we try to stop it, and the price of what does not arrive goes back to your card.";

const isSentAgain = "What is missing is already being delivered again. The order's page shows its progress.";

/** Every reason of a decision, as the buyer reads it. `{amount}` are the units that it is about. */
export const reasons = {
  dropped: "By our own count, {amount} {have} dropped since the delivery.",
  never_arrived: "By our own count, {amount} never arrived.",
  replacement_short: "{amount} of the new delivery did not arrive.",
  not_begun: "This delivery had not started.",
  not_started_in_time: "This delivery has not started within the time we promise.",
  not_finished_in_time: "This delivery is taking longer than it should.",
  queued: `This delivery is waiting for an earlier order for the same account or post. You can cancel it until it starts. ${stopsWhenLate}`,
  starting: `This delivery is about to start. You can cancel it until then. ${stopsWhenLate}`,
  handing_over: "This delivery is being handed over right now, so nothing can be changed for a few minutes.",
  being_checked:
    "We're checking whether this delivery has started. There is nothing you need to do. If we can't tell in time, our team decides.",
  paused:
    "This delivery is paused because we can't reach the account or post. Make it public and confirm that on the order's page, and the delivery continues. Otherwise its price goes back to your card.",
  starts_in_time: `This delivery has been handed over and should start within the time we promise. ${stopsWhenLate}`,
  arriving: `This delivery is on its way and on time. ${stopsWhenLate}`,
  not_over:
    "This part is still being delivered, so we can't tell yet whether any of it will drop. Please ask again once it has arrived.",
  has_begun: "This delivery has started, so it can't be cancelled any more. You get what you ordered.",
  cannot_stop: "This delivery has been handed over and can't be stopped. You get what you ordered.",
  stop_wanted: "You asked us to stop this delivery.",
  stop_asked: "We have asked for this delivery to be stopped and are waiting for the answer.",
  stop_refused: "We asked for this delivery to be stopped, but that was not possible.",
  refund_with_the_rest:
    "This part was not delivered. Its price goes back to your card as soon as the whole order has ended.",
  refund_on_its_way: `This part was not delivered, and its price is on its way back to your card. ${bankShowsIt}`,
  refund_held: "This part was not delivered. Our team is checking its refund.",
  target_hidden:
    "We can't see the account, the post or its counter, so we can't count. Please make it visible and keep its name unchanged. We'll then count again automatically.",
  counter_moving:
    "Another order for the same account or post is being delivered, so we can't count this one on its own yet. Once that order has ended, we'll count again automatically.",
  shop_paused:
    "We're checking our own records. Until that's done, nothing is sent or refunded; right afterwards we'll decide your request.",
  refill_running: isSentAgain,
  replacement_running: isSentAgain,
  refunded_in_full: "The full price of this order goes back to your card.",
  settled_before: "By our own count, nothing is missing apart from what an earlier refund covers.",
  delivered: "This part was delivered.",
  there:
    "By our own count, what was delivered is there. A difference of up to 5% is the normal movement of a public counter.",
  counting:
    "We have looked at the public counter. Counters often lag by hours, so we look again and then decide. You'll get an email.",
  not_counted:
    "We couldn't read the public counter just now. We look again and then decide. You'll get an email.",
  hidden_too_long:
    "For 30 days we couldn't see the account, the post or its counter, so we couldn't count. If you make it visible, you can ask again.",
  all_arrived:
    "By our own count, everything has arrived. We're waiting for the delivery to be confirmed as finished.",
  refund_terms_over:
    "By our own count, something never arrived, but the 30 days in which we refund it are over.",
  window_over: "By our own count, something is missing, but the time in which we promise refills is over.",
  no_refills: "Something has dropped since the delivery, but this service comes without refills.",
  below_a_cent: "What is missing is worth less than a cent, so there is nothing to refund.",
  disputed: "The payment for this order was disputed, so what happens to it is your bank's decision.",
  blocked: "Our team has put this order on hold.",
  call_lost: "We don't know yet whether this delivery has started.",
  count_unknown: "We have no reliable count of this account or post.",
  no_count_since:
    "Not all of what was missing could be delivered again, and we have had no reliable count since then.",
  refunded_otherwise:
    "By our own count, something is missing, but another refund of this order has to be counted in.",
  not_paid_back:
    "By our own count, something is missing, and not all of its price has gone back to your card.",
  refund_failed: "This part was not delivered, and its refund did not reach your card.",
  waited_too_long: "This has taken longer than it should.",
};

export type Reason = keyof typeof reasons;

import type { TicketKind } from "@/lib/base/db/generated/enums";

/** What customers write. `kind` is the form they used. */
export const ticketTexts: readonly [TicketKind, string][] = [
  ["support", "My likes have not arrived yet. It says processing since this morning. Can you look?"],
  ["refund", "I paid twice by mistake. Please send one of the payments back to my card."],
  ["refill", "About a hundred followers are gone again since Tuesday. Could you refill them?"],
  ["support", "I typed my old username. The new one is in my profile. Can the order go there instead?"],
  [
    "custom_package",
    "We run three cafés and need 25,000 views a month across our reels. What would that cost?",
  ],
  ["support", "Is it normal that the count moves in steps? It stood still for two hours and then jumped."],
  ["refund", "The order stopped at two thirds. I don't need the rest any more, so please refund it."],
  ["support", "I never got a confirmation by mail. Is my order in your system at all?"],
  ["refill", "My post lost 40 likes overnight. The order is eight days old."],
  ["support", "Could you send me an invoice with my company's name for the last order?"],
  ["support", "My account was private for an hour. It is public again, please go on."],
  ["custom_package", "Do you have a smaller package for a trial, like 20 followers?"],
];

/** What administrators answered, each to the text at its place. */
export const answerTexts: readonly string[] = [
  "Thank you for your patience. The supplier started late; your likes are arriving now and will be complete tonight.",
  "You did pay twice. We sent the second payment back to your card today; banks take three to five days to show it.",
  "We asked for a refill, which is free within your promised days. You will see the first of them within a day.",
  "Nothing had been sent yet, so we changed the profile. The delivery starts within the hour.",
  "Thank you for asking. We would do that for $199 a month, reels chosen by you. Shall we set it up?",
  "Yes, that is normal: deliveries come in steps, so that they look natural. Yours is on time.",
  "We refunded what was not delivered. It goes to the card that you paid with.",
  "Your order is here and on its way. The mail went to an address with a typing error; we corrected it.",
  "Eight days is past the five that we promise, but we sent the 40 likes again, because they went all at once.",
  "The receipt in your order's page has a field for a company's name. Open it, type the name, and print it.",
  "Thank you for opening it again. The delivery goes on by itself within a few minutes.",
  "The smallest package has 100 followers. We can't go lower, because suppliers don't take smaller orders.",
];

export const reviewTexts: readonly [number, string | null][] = [
  [5, "Exactly what it says. The page showed every step, and I was done by dinner."],
  [5, "Fast, and somebody answered when I wrote."],
  [4, "All there. It took a bit longer than I thought, but within the promise."],
  [5, null],
  [3, "Some were gone after a week. The refill brought them back without a discussion."],
  [5, "Third order. No surprises."],
  [4, null],
  [2, "Slow start. I waited more than a day before anything moved."],
  [5, "I typed the wrong name and they changed it before it was sent."],
  [1, "Stopped half way. The refund for the rest came the same day, which I'll give them."],
  [5, "Clear prices, and the payment page looked like it should."],
  [4, "Good. I'd like a smaller package for views."],
];

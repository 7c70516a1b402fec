/** Version 1 of the refund policy. Never edited: orders have accepted it. */
export const shippedRefunds = {
  lead: "What we could not deliver goes back to your card. Here is how, and when.",
  body: `## Automatic refunds

When an order cannot be delivered, or only in part, we refund the undelivered part to the card it was paid with. You
don't have to ask; your order's page and an email tell you the amount.

If the same order was paid twice by mistake, the second payment is refunded in full.

## Asking for a refund

- Open your order's page within 30 calendar days of purchase and choose what is not right. What our records decide is
  answered at once; everything else goes to a person.
- Or write to [{email}](mailto:{email}?subject=Refund), with your order ID and the email address you ordered with, and
  say what went wrong.
- A person reviews a request within 3-5 business days and answers by email.
- An approved refund is paid to the same card within 7-10 business days.

## What is excluded

- Free or promotional credits.
- Services that were fully delivered.
- Orders for accounts that violate our [terms](/terms), for instance accounts that were made private or renamed during
  delivery.

A refund may also be denied for abuse, multiple requests for one order, or non-compliance with the terms.

## Counts that drop

If a count drops within 5 days of completion, and the service comes with refills, we make it good: what is missing by our
own count is refilled or delivered again at no cost, or its price goes back to you. We count every day, and you can ask
on your order's page at any time.

## Before you dispute a payment

Please write to us first. We look at it within 24 hours, and a refund from us reaches you sooner than a dispute through
your bank.
`,
};

const dropsV2 = `## Counts that drop

If a count drops within 5 days of completion, and the service comes with refills, we make it good: what is missing by our
own count is refilled or delivered again at no cost, or its price goes back to you. We count every day, and you can ask
on your order's page at any time.

Missing is what two counts show that are at least 6 hours apart, the first of them at least one hour after delivery has
ended, and what is more than 5% of what you bought. The [terms](/terms) say how we count.

`;

/** Version 2: it says how missing units are counted. */
export const shippedRefundsV2 = {
  ...shippedRefunds,
  body: shippedRefunds.body.replace(/## Counts that drop[\s\S]+?(?=## Before)/, dropsV2),
};

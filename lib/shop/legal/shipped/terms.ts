/** Version 1 of the terms. Never edited: orders have accepted it. */
export const shippedTerms = {
  lead: "What you can expect from us, and what we expect from you.",
  body: `## 1. What these terms are about

{shop} sells packages of followers, likes and views for accounts on Instagram and TikTok. By ordering you agree to these
terms. If you do not agree with them, please do not order.

{shop} is independent of both platforms. Each platform has rules of its own, and you are responsible for knowing those
that apply to your account.

## 2. Use

Our services are for your personal, non-commercial use only. You may order for accounts that are yours, or for which you
act with the owner's consent. You may not resell our services or order for accounts that spread unlawful content.

## 3. Orders and payment

Prices are in US dollars and are shown before you pay. Payments are taken by verified payment gateways: you pay by card
on Stripe's own page, and we never see your card number. An order is placed when the payment has arrived; you then get a
confirmation by email with a private link to your order.

## 4. What delivery needs

- The account must stay public until delivery is complete.
- The username must stay unchanged until delivery is complete.
- Posts, reels and videos that were chosen must stay online until delivery is complete.

We never ask for your password. Please don't give it to anyone.

## 5. Delivery

Delivery usually starts within 1-24 hours after payment and runs gradually, usually over 24-48 hours. These are typical
times, not deadlines. Exact numbers are not guaranteed: counts on the platforms change on their own, and you may receive
slightly more than you ordered.

## 6. Refills

If a delivered count drops within 5 days of completion, we make it good at no cost: what is missing is refilled or
delivered again, or its price goes back to you. We count every day; you can also ask on your order's page, which counts
at once and tells you what happens next. Some services come without refills: their pages promise none. Questions go to
[{email}](mailto:{email}).

## 7. Refunds

You may ask for a refund within 30 calendar days of purchase, on your order's page or by email. Where our records decide
it, the page answers at once; a person reviews every other request within 3-5 business days. Approved refunds are paid
within 7-10 business days. Free or promotional credits, services that were fully delivered, and accounts that violate
these terms are excluded. A refund may be denied for abuse, multiple requests or non-compliance with these terms. The
[refund policy](/refunds) says the same step by step.

## 8. Limits of what we promise

We deliver the counts you order. We do not promise sales, reach, replies or any other result that depends on other people
or on a platform's decisions. We are not liable for measures a platform takes. Where the law allows, our liability is
limited to the price of the order concerned.

## 9. Misuse

We may refuse or stop an order that breaks these terms, that is paid with a card used without its owner's consent, or
that endangers our service. What was not delivered of such an order is refunded where the law requires it.

## 10. Law

These terms are governed by United States law. Rights that the law gives you as a consumer remain.

## 11. Changes and contact

An order is governed by the terms published on the day it was placed. Questions about them go to
[{email}](mailto:{email}).
`,
};

const refillsV2 = `## 6. Refills

If a delivered count drops within 5 days of completion, we make it good at no cost: what is missing is refilled or
delivered again, or its price goes back to you. We count every day; you can also ask on your order's page, which counts
at once and tells you what happens next. Some services come without refills: their pages promise none. Questions go to
[{email}](mailto:{email}).

This is how we count. Public counters lag behind, so our counts begin one hour after a delivery has ended, and what is
missing is what two counts show that are at least 6 hours apart. A loss of up to 5% of what you bought, or of up to 0.5%
of what the counter showed before, is a counter's normal movement. Some counters are rounded or hidden: then we count
what they prove and look again, and a person decides what counting can't.

`;

/** Version 2: it says how missing units are counted (lib/delivery/counts/known-units.ts). */
export const shippedTermsV2 = {
  ...shippedTerms,
  body: shippedTerms.body.replace(/## 6\. Refills[\s\S]+?(?=## 7)/, refillsV2),
};

/**
 * Version 1 of the accessibility statement. It says only what the tests of this release show; a release whose tests show
 * something else brings a new version.
 */
export const shippedAccessibility = {
  lead: "Everyone should be able to buy here and follow an order. This is what we have tested, what we haven't, and whom to tell.",
  body: `## The service

{shop} sells followers, likes and views for accounts on social networks. You choose a package, name the account or its
posts, and pay. Your order's page then shows how the delivery goes, and emails tell you when something has changed. All of
it is text, pictures and forms; there is no sound or video.

## How it was assessed

This is a self-assessment of November 28, 2026, made from the tests of the shop's software. No outside body has checked it.
Its measure is chapter 9 of EN 301 549 V3.2.1, which takes its criteria from WCAG 2.1, levels A and AA.

The tests drive a browser (Chromium) through the shop:

- The checker axe reads the pages and finds no fault: the home page, the pages of each platform, the steps of a purchase,
  the page of an order and what can be asked for there, tracking, sign-in, account and settings, support, reviews,
  withdrawal, this text, the pages that say what went wrong, and the shop's own administration. It reads them in the light
  theme, and their colors again in the dark one.
- An order is placed with the keyboard alone, from the home page to the payment. Menus and dialogs close with Escape and
  give the focus back. After a form, the focus stands at its answer.
- In a window 320 pixels wide, as at a zoom of 400%, no public page has to be scrolled sideways.
- A browser that asks for less motion shows none, and under a contrast theme the chosen tab keeps a mark of its own.

Colors are measured too: in both themes text has a contrast of at least 4.5 to 1 on the backgrounds that it is used on, and
the border of a field and the ring around the focus of at least 3 to 1.

## Results by criterion

The checker finds only some of the faults that a criterion is about. So a criterion below that it has read has no fault
that it can find, which is less than proof.

### 9.1 Perceivable

- Read by axe: 9.1.1.1, 9.1.3.1, 9.1.3.5, 9.1.4.1, 9.1.4.3, 9.1.4.4, 9.1.4.12.
- Tested besides: the contrast of text (9.1.4.3), narrow windows (9.1.4.10), and the contrast of fields and of the focus
  (9.1.4.11).
- Not applicable, because there is no sound or video: 9.1.2.1, 9.1.2.2, 9.1.2.3, 9.1.2.4, 9.1.2.5, 9.1.4.2.
- Not tested: 9.1.3.2, 9.1.3.3, 9.1.3.4, 9.1.4.5, 9.1.4.13.

### 9.2 Operable

- Read by axe: 9.2.1.1, 9.2.2.1, 9.2.2.2, 9.2.4.1, 9.2.4.2, 9.2.4.4, 9.2.5.3.
- Tested besides: a purchase with the keyboard (9.2.1.1) and where the focus goes (9.2.4.3).
- Not tested: 9.2.1.2, 9.2.1.4, 9.2.3.1, 9.2.4.5, 9.2.4.6, 9.2.4.7, 9.2.5.1, 9.2.5.2, 9.2.5.4.

### 9.3 Understandable

- Read by axe: 9.3.1.1, 9.3.1.2, 9.3.3.2.
- Tested besides: what is said of a field that is empty or wrong (9.3.3.1).
- Not tested: 9.3.2.1, 9.3.2.2, 9.3.2.3, 9.3.2.4, 9.3.3.3, 9.3.3.4.

### 9.4 Robust

- Read by axe: 9.4.1.2.
- Tested besides: messages that a screen reader announces have the role for it (9.4.1.3).
- Not tested: 9.4.1.1.

## What was not tested

- No people who use a screen reader, magnification or voice control have tried the shop for this statement.
- The page on which you pay is Stripe's, and signing in with Google happens at Google. Both are outside our tests.
- Our emails, and the files that can be downloaded, were not read by axe.
- Other browsers than Chromium were not part of this assessment.

Because of this we don't claim that every criterion is met.

## If something does not work for you

Write to [{email}](mailto:{email}?subject=Accessibility), and say which page it was and what you tried to do. A person
answers within 5 business days, and helps you to order, or to get what you need, in another way until it is fixed.

## If our answer does not help

You can complain to the authority that supervises the accessibility of services in your country.
`,
};

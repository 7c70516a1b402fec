/**
 * Version 1 of the accessibility statement. It says only what the tests of this release show; a release whose tests
 * show something else brings a new version.
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
  withdrawal, this text, a page that doesn't exist, and the shop's own administration. It reads them in the light theme,
  and their colors again in the dark one.
- An order is placed with the keyboard alone, from the home page to the payment. Menus and dialogs close with Escape and
  give the focus back. After a form, the focus stands at its answer.
- In a window 320 pixels wide, as at a zoom of 400%, no public page has to be scrolled sideways.
- Where the browser asks for less motion, the home page stands still. Under a contrast theme the chosen tab keeps a mark of
  its own.

Colors are measured too: in both themes text has a contrast of at least 4.5 to 1 on the backgrounds that it is used on, and
the border of a field and the ring around the focus of at least 3 to 1.

## Results by criterion

The checker can find only some of the faults that a criterion is about. Where it has read a criterion, it found none. That
is less than a proof.

### 9.1 Perceivable

- Read by axe: non-text content (9.1.1.1), info and relationships (9.1.3.1), the purpose of an input (9.1.3.5), use of
  color (9.1.4.1), contrast (9.1.4.3), resizing of text (9.1.4.4), text spacing (9.1.4.12).
- Tested besides: contrast of text (9.1.4.3), reflow in narrow windows (9.1.4.10), contrast of fields and of the focus
  (9.1.4.11).
- Not applicable, because there is no sound or video: sound or video alone (9.1.2.1), captions (9.1.2.2, 9.1.2.4), audio
  description (9.1.2.3, 9.1.2.5), audio control (9.1.4.2).
- Not tested: meaningful sequence (9.1.3.2), sensory characteristics (9.1.3.3), orientation (9.1.3.4), images of text
  (9.1.4.5), content on hover or focus (9.1.4.13).

### 9.2 Operable

- Read by axe: keyboard (9.2.1.1), adjustable timing (9.2.2.1), moving content (9.2.2.2), skipping of blocks (9.2.4.1),
  titles of pages (9.2.4.2), the purpose of a link (9.2.4.4), labels in names (9.2.5.3).
- Tested besides: a purchase with the keyboard (9.2.1.1), where the focus goes (9.2.4.3).
- Not tested: no keyboard trap (9.2.1.2), shortcuts of one character (9.2.1.4), flashes (9.2.3.1), more than one way to a
  page (9.2.4.5), headings and labels that describe (9.2.4.6), visible focus (9.2.4.7), gestures (9.2.5.1), cancellation
  of a pointer (9.2.5.2), motion of the device (9.2.5.4).

### 9.3 Understandable

- Read by axe: the page's language (9.3.1.1), the language of parts (9.3.1.2), labels and instructions (9.3.3.2).
- Tested besides: what is said of a field that is empty or wrong (9.3.3.1).
- Not tested: changes on focus (9.3.2.1) and on input (9.3.2.2), consistent navigation (9.3.2.3) and identification
  (9.3.2.4), suggestions after an error (9.3.3.3), prevention of errors (9.3.3.4).

### 9.4 Robust

- Read by axe: name, role and value (9.4.1.2).
- Tested besides: messages have a role by which they are announced (9.4.1.3).
- Not tested: parsing (9.4.1.1).

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

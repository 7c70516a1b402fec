/** Version 1 of the privacy policy. Never edited: orders have accepted it. */
export const shippedPrivacy = {
  lead: "We ask for two things, a public username and an email address. Here is what we do with them.",
  body: `## What we keep

- The email address you order with, for your confirmation, your order's link and our answers.
- The username you order for, with the public profile and the posts you chose, so that we can deliver.
- Your orders: what was bought, its price, its progress and any refund.
- The messages you send to our support.
- The review you write, if you write one. It is published with the first name you give. You can change it for 30 days and
remove it at any time, on your order's page.
- Your statement, if you withdraw from an order: your name, the time, and what was decided.
- The network address of requests, for a short time, to keep automated abuse away from the search and the order form.

We never ask for the password of your Instagram or TikTok account, and never have it.

## Payments

You pay on a page of Stripe. Your card number goes to Stripe alone; we learn that a payment was made, its amount and the
email address given there. We compare the country of your card or address with those we sell to.
Stripe is responsible for what it keeps, under its own privacy policy.

## Who else receives something

- The suppliers that deliver: the public link of the profile or post and a quantity. Never your email.
- A provider of public profile data: the username you search for.
- Our mail service: your email address and the text of our mail to you.
- Stripe: your email address, the order's amount and its description.

We sell no data, and there is no advertising on this site.

## In your browser

There are no tracking cookies. Your browser itself remembers your choice of light or dark, what you typed in an
unfinished order, and a small count of the steps you took, which is never sent anywhere. Cookies are set only where they
are needed: to recognize the order you placed, and to keep you signed in once you have an account.

We count how often each page is opened in a day, and keep nothing about who opened it. If your browser asks not to be
tracked, its visits are not counted.

## Pictures

Profile pictures and posts are loaded through our own server. Your browser never contacts the platforms while you order,
so they don't learn about your visit.

## How long

Orders are kept as long as tax and accounting law require. Public profile data is refreshed or dropped within days.
Support messages are deleted on request.

## Your rights

Ask us at any time what we keep about you, have it corrected, or have it deleted where no law makes us keep it. Write to
[{email}](mailto:{email}?subject=Privacy) from the address you ordered with. {shop} answers within 30 days.
`,
};

import { html, raw } from "hono/html";
import { hostedScript, hostedStyle } from "./hosted-style";
import type { Session } from "./objects";
import type { StoredSession } from "./state";

/** What the buyer typed before (without the card number) and what was wrong with it. */
type PageForm = { email?: string; name?: string; error?: PageError };

/** The message above the form, and the field it is about. */
export type PageError = { field: "email" | "card"; message: string };

type Markup = ReturnType<typeof html>;

/** The payment page of an open session. Works without scripts; every value is escaped. */
export function payPage(nonce: string, { session, lines }: StoredSession, form: PageForm): Markup {
  const total = money(session.amount_total, session.currency);
  const back = session.cancel_url
    ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a>`
    : html`<span></span>`;
  return page(
    nonce,
    `Pay ${total}`,
    html`<main class="page">
      <section class="summary" aria-label="Your order"><div class="inner">
        <div class="top">${back}<span class="badge">Test mode</span></div>
        <h1><span class="due">Total due</span><br><span class="total">${total}</span></h1>
        <ul class="lines">${lines.map(
          ({ item, detail }) => html`<li><span><strong>${item.description}</strong>
            ${item.quantity > 1 ? html`<small>${item.quantity} × ${money(item.price.unit_amount, item.currency)}</small>` : ""}
            ${detail ? html`<small>${detail}</small>` : ""}</span>
            <span class="amount">${money(item.amount_total, item.currency)}</span></li>`,
        )}</ul>
        <p class="sum"><span>Total (${session.currency.toUpperCase()})</span><span class="amount">${total}</span></p>
      </div></section>
      <section class="payment" aria-labelledby="pay-heading"><div class="inner">
        <h2 id="pay-heading">Pay by card</h2>
        ${form.error ? html`<p class="alert" role="alert" id="error">${form.error.message}</p>` : ""}
        ${payForm(session, form, total)}
        ${testCards}
        <p class="fine">This page emulates Stripe on this machine. Nothing is charged.</p>
      </div></section>
    </main>
    <script nonce="${nonce}">${raw(hostedScript)}</script>`,
  );
}

function payForm(session: Session, form: PageForm, total: string): Markup {
  const email = session.customer_email ?? form.email ?? "";
  const isLocked = session.customer_email !== null;
  const first = form.error?.field ?? (email === "" ? "email" : "card");
  const state = (field: PageError["field"]) => [
    first === field ? raw(" autofocus") : "",
    form.error?.field === field ? raw(' aria-invalid="true" aria-describedby="error"') : "",
  ];
  return html`<form method="post" action="/checkout/${session.id}/complete">
    <div><label for="email">Email</label>
      <input id="email" name="email" type="email" inputmode="email" autocomplete="email" maxlength="800" value="${email}"
        ${isLocked ? raw("readonly") : raw("required")}${state("email")}></div>
    <div><label for="card">Card number</label>
      <input id="card" name="card" type="text" inputmode="numeric" autocomplete="cc-number" maxlength="30"
        placeholder="1234 1234 1234 1234" required${state("card")}></div>
    <div class="pair">
      <div><label for="expiry">Expiry <span class="optional">(MM / YY)</span></label>
        <input id="expiry" name="expiry" type="text" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="12 / 34"></div>
      <div><label for="cvc">CVC</label>
        <input id="cvc" name="cvc" type="text" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="123"></div>
    </div>
    <div><label for="name">Name on card <span class="optional">(optional)</span></label>
      <input id="name" name="name" type="text" autocomplete="cc-name" maxlength="200" value="${form.name ?? ""}"></div>
    <button class="pay" type="submit">Pay ${total}</button>
  </form>`;
}

const testCards = html`<aside class="tests" aria-label="Test cards">
  <strong>Test cards</strong>
  <dl>
    <div><dt>4242 4242 4242 4242</dt><dd>succeeds</dd></div>
    <div><dt>4000 0000 0000 0002</dt><dd>is declined</dd></div>
  </dl>
  <button class="fill" type="button" hidden>Use test card</button>
</aside>`;

/** The page of a session that can't be paid, with its link back to the shop, if it has one. */
export function closedPage(nonce: string, isPaid: boolean, back: string | null): Markup {
  const title = isPaid ? "This payment is complete" : "This payment page has expired";
  const text = isPaid
    ? "Your order was paid. You can close this page or return to the shop."
    : "Nothing was charged. Return to the shop to start again.";
  return page(
    nonce,
    title,
    notice(title, text, back ? html`<a class="way" href="${back}">Return to the shop</a>` : ""),
  );
}

/** The page of an unknown session. */
export function missingPage(nonce: string): Markup {
  const title = "This payment page does not exist";
  return page(nonce, title, notice(title, "Check the link, or return to the shop and start again.", ""));
}

function notice(title: string, text: string, way: Markup | string): Markup {
  return html`<main class="notice"><div class="inner">
    <span class="badge">Test mode</span><h1>${title}</h1><p>${text}</p>${way}
  </div></main>`;
}

function page(nonce: string, title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style nonce="${nonce}">${raw(hostedStyle)}</style>
  </head>
  <body>${body}</body>
</html>`;
}

function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  // Stripe counts in the smallest unit, which is not always a hundredth.
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

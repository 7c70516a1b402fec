import { html, raw } from "hono/html";
import { type Markup, plainPage } from "../plain-page";
import type { Session } from "./objects";
import type { StoredSession } from "./state";

/** The fields that the buyer filled in before (without the card number), and the mistake in them. */
type PageForm = { email?: string; name?: string; error?: PageError };

/** The message above the form, and the field it is about. */
export type PageError = { field: "email" | "card"; message: string };

/** The payment page of an open session. Works without scripts; every value is escaped. */
export function payPage(nonce: string, { session, lines }: StoredSession, form: PageForm): Markup {
  const total = money(session.amount_total, session.currency);
  const body = html`<main>
    <p>Test mode. This page emulates Stripe on this machine. Nothing is charged.</p>
    ${session.cancel_url ? html`<a href="${session.cancel_url}">Back</a>` : ""}
    <h1>Total due: ${total}</h1>
    <ul>${lines.map(
      ({
        item,
        detail,
      }) => html`<li>${item.quantity} × ${item.description}: ${money(item.amount_total, item.currency)}
        ${detail ? html`<br><small>${detail}</small>` : ""}</li>`,
    )}</ul>
    <h2>Pay by card</h2>
    ${form.error ? html`<p role="alert" id="error">${form.error.message}</p>` : ""}
    ${payForm(session, form, total)}
    <h2>Test cards</h2>
    <ul><li>4242 4242 4242 4242 succeeds</li><li>4000 0000 0000 0002 is declined</li></ul>
    <button type="button" id="fill" hidden>Use test card</button>
    <script nonce="${nonce}">${raw(fillScript)}</script>
  </main>`;
  return plainPage(`Pay ${total}`, body, nonce);
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
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="email" maxlength="800" value="${email}"
      ${isLocked ? raw("readonly") : raw("required")}${state("email")}>
    <label for="card">Card number</label>
    <input id="card" name="card" inputmode="numeric" autocomplete="cc-number" maxlength="30" required${state("card")}>
    <label for="expiry">Expiry (MM / YY)</label>
    <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7">
    <label for="cvc">CVC</label>
    <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4">
    <label for="name">Name on card (optional)</label>
    <input id="name" name="name" autocomplete="cc-name" maxlength="200" value="${form.name ?? ""}">
    <button type="submit">Pay ${total}</button>
  </form>`;
}

const fillScript = `
const fill = document.getElementById("fill");
fill.hidden = false;
fill.addEventListener("click", () => {
  document.getElementById("card").value = "4242 4242 4242 4242";
  document.querySelector(document.getElementById("email").value ? "[type=submit]" : "#email").focus();
});
`;

/** The page of a session that can't be paid, with its link back to the shop, if it has one. */
export function closedPage(nonce: string, isPaid: boolean, back: string | null): Markup {
  const title = isPaid ? "This payment is complete" : "This payment page has expired";
  const text = isPaid
    ? "Your order was paid. You can close this page or return to the shop."
    : "Nothing was charged. Return to the shop to start again.";
  const link = back ? html`<a href="${back}">Return to the shop</a>` : "";
  return plainPage(title, html`<main><h1>${title}</h1><p>${text}</p>${link}</main>`, nonce);
}

/** The page of an unknown session. */
export function missingPage(nonce: string): Markup {
  const title = "This payment page does not exist";
  const text = "Check the link, or return to the shop and start again.";
  return plainPage(title, html`<main><h1>${title}</h1><p>${text}</p></main>`, nonce);
}

function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  // Stripe counts in the smallest unit, which is not always a hundredth.
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

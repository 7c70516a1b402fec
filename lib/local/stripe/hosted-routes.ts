import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Account } from "./account";
import { ApiError } from "./api-error";
import { readCard } from "./cards";
import { closedPage, missingPage, type PageError, payPage } from "./hosted-page";
import type { Session } from "./objects";
import { isEmail } from "./params";
import { payOnPage } from "./payments";
import { getSession } from "./sessions";

/**
 * The hosted payment page and its form. A payment redirects to the shop (303); a declined or invalid card is 402 and a
 * missing email 400, with the page again; a closed session is 410, an unknown one 404.
 */
export function createHostedPages(account: Account): Hono {
  const app = new Hono();

  app.get("/checkout/:id", (c) => {
    const stored = getSession(account, c.req.param("id"));
    if (stored.session.status !== "open") return closed(c, stored.session);
    return show(c, 200, (nonce) => payPage(nonce, stored, {}));
  });

  app.post("/checkout/:id/complete", async (c) => {
    const typed = readTyped(new URLSearchParams(await c.req.text()));
    // Nothing below is awaited, so of two buyers who pay at the same instant the second finds the session closed.
    const stored = getSession(account, c.req.param("id"));
    const { session } = stored;
    if (session.status !== "open") return closed(c, session);
    const again = (status: 400 | 402, field: PageError["field"], message: string) =>
      show(c, status, (nonce) => payPage(nonce, stored, { ...typed, error: { field, message } }));

    const email = session.customer_email ?? typed.email;
    if (!isEmail(email)) return again(400, "email", "Enter a valid email address.");
    if (typed.card === "") return again(402, "card", "Your card number is incomplete.");
    const card = readCard(typed.card);
    if (!card) return again(402, "card", "Your card number is invalid.");

    const { name, country } = typed;
    const declined = payOnPage(account, stored, { card, email, name: name || null, country });
    if (declined !== null) return again(402, "card", declined);
    return c.redirect(returnAddress(session.success_url, session.id), 303);
  });

  app.onError((error, c) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return show(c, 404, missingPage);
  });
  return app;
}

function closed(c: Context, session: Session): Response | Promise<Response> {
  const back =
    session.status === "complete" ? returnAddress(session.success_url, session.id) : session.cancel_url;
  return show(c, 410, (nonce) => closedPage(nonce, session.status === "complete", back));
}

function readTyped(form: URLSearchParams) {
  const field = (name: string) => (form.get(name) ?? "").trim().slice(0, 800);
  // The page has no field for the billing address's country; a test may send one.
  const country = /^[A-Z]{2}$/.exec(field("country"))?.[0] ?? null;
  return { card: field("card"), email: field("email"), name: field("name"), country };
}

function returnAddress(url: string, sessionId: string): string {
  return url.replaceAll("{CHECKOUT_SESSION_ID}", sessionId);
}

type Page = ReturnType<typeof missingPage>;

// No `form-action`: browsers apply it to the redirect to the shop too.
function show(c: Context, status: 200 | 400 | 402 | 404 | 410, render: (nonce: string) => Page) {
  const nonce = randomBytes(16).toString("base64");
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  c.header("x-content-type-options", "nosniff");
  c.header(
    "content-security-policy",
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  );
  return c.html(render(nonce), status);
}

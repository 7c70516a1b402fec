import { Hono } from "hono";
import { html, raw } from "hono/html";
import { type Markup, plainPage } from "../plain-page";
import { findMail } from "./api";
import type { MailState, StoredMail } from "./state";

/** The inbox: `/inbox` lists the mails, newest first; `/inbox/:id` shows one as a mail client would. */
export function createInbox(state: MailState): Hono {
  const app = new Hono();
  app.get("/", (c) => c.redirect("/inbox"));
  app.get("/inbox", (c) => c.html(listPage(state.mails.toReversed())));
  app.get("/inbox/:id", (c) => {
    const mail = findMail(state, c.req.param("id"));
    return mail ? c.html(mailPage(mail)) : c.html(missingPage(), 404);
  });
  return app;
}

function listPage(mails: StoredMail[]): Markup {
  const count = mails.length === 1 ? "1 mail" : `${mails.length} mails`;
  const list = mails.length === 0 ? emptyNote : html`<ul>${mails.map(listItem)}</ul>`;
  const body = html`<main><h1>Inbox</h1><p>${count}, kept on this machine</p>${list}</main>
${reloadOnNewMail(mails[0]?.id ?? "")}`;
  return plainPage(`Inbox (${mails.length})`, body);
}

const emptyNote = html`<p><strong>No mail yet.</strong> What the shop sends appears here.</p>`;

function listItem(mail: StoredMail): Markup {
  return html`<li><a href="/inbox/${mail.id}"><strong>${mail.subject}</strong><br>
To ${mail.to.join(", ")}, ${sentAt(mail)}</a></li>`;
}

// The page polls only the newest id.
function reloadOnNewMail(newestId: string): Markup {
  return html`<script>
const newest = ${raw(JSON.stringify(newestId))};
setInterval(async () => {
  const answer = await fetch("/emails?limit=1").then((r) => r.json()).catch(() => null);
  if (answer && (answer.data[0]?.id ?? "") !== newest) location.reload();
}, 2000);
</script>`;
}

function mailPage(mail: StoredMail): Markup {
  return plainPage(
    mail.subject,
    html`<nav><a href="/inbox">← Inbox</a></nav>
<main>
<h1>${mail.subject}</h1>
<dl>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(", ")}</dd>
${mail.reply_to.length > 0 ? html`<dt>Reply to</dt><dd>${mail.reply_to.join(", ")}</dd>` : ""}
<dt>Sent</dt><dd>${sentAt(mail)}</dd>
${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
</dl>
${mail.html === null ? html`<pre>${mail.text}</pre>` : htmlBody(mail.html)}
${mail.html !== null && mail.text !== null ? plainBody(mail.text) : ""}
</main>`,
  );
}

// A sandbox without scripts and with its own origin, as in a mail client; links open.
function htmlBody(body: string): Markup {
  return html`<iframe title="The mail's content" sandbox="allow-popups allow-popups-to-escape-sandbox"
srcdoc="${withLinksInNewTab(body)}"></iframe>`;
}

function plainBody(text: string): Markup {
  return html`<details><summary>Plain text</summary><pre>${text}</pre></details>`;
}

/** Puts a base element into the head; before the doctype it would cause quirks mode. */
function withLinksInNewTab(body: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(body)
    ? body.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${body}`;
}

function missingPage(): Markup {
  return plainPage(
    "No such mail",
    html`<nav><a href="/inbox">← Inbox</a></nav><main><h1>There is no such mail</h1></main>`,
  );
}

function sentAt(mail: StoredMail): Markup {
  const readable = `${mail.created_at.slice(0, 10)} ${mail.created_at.slice(11, 16)} UTC`;
  return html`<time datetime="${mail.created_at}">${readable}</time>`;
}

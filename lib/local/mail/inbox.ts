import { Hono } from "hono";
import { html, raw } from "hono/html";
import { findMail } from "./api";
import { inboxStyle } from "./inbox-style";
import type { MailState, StoredMail } from "./state";

type Page = ReturnType<typeof html>;

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

function layout(title: string, main: Page, script: Page | "" = ""): Page {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(inboxStyle)}</style>
</head>
<body><div class="page">${main}</div>${script}</body>
</html>`;
}

function listPage(mails: StoredMail[]): Page {
  const count = mails.length === 1 ? "1 mail" : `${mails.length} mails`;
  return layout(
    `Inbox (${mails.length})`,
    html`<header><h1>Inbox</h1><p class="soft">${count}, kept on this machine</p></header>
<main>${mails.length === 0 ? emptyNote : html`<ul class="mails">${mails.map(listItem)}</ul>`}</main>`,
    reloadOnNewMail(mails[0]?.id ?? ""),
  );
}

const emptyNote = html`<div class="empty"><p><strong>No mail yet.</strong></p>
<p class="soft">What the shop sends appears here.</p></div>`;

function listItem(mail: StoredMail): Page {
  return html`<li><a href="/inbox/${mail.id}"><strong>${mail.subject}</strong>${sentAt(mail)}
<span class="to">To ${mail.to.join(", ")}</span></a></li>`;
}

// The page polls only the newest id.
function reloadOnNewMail(newestId: string): Page {
  return html`<script>
const newest = ${raw(JSON.stringify(newestId))};
setInterval(async () => {
  const answer = await fetch("/emails?limit=1").then((r) => r.json()).catch(() => null);
  if (answer && (answer.data[0]?.id ?? "") !== newest) location.reload();
}, 2000);
</script>`;
}

function mailPage(mail: StoredMail): Page {
  return layout(
    mail.subject,
    html`<nav><a class="back" href="/inbox">← Inbox</a></nav>
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
function htmlBody(body: string): Page {
  return html`<iframe title="The mail's content" sandbox="allow-popups allow-popups-to-escape-sandbox"
srcdoc="${withLinksInNewTab(body)}"></iframe>`;
}

function plainBody(text: string): Page {
  return html`<details><summary>Plain text</summary><pre>${text}</pre></details>`;
}

/** Puts a base element into the head; before the doctype it would cause quirks mode. */
function withLinksInNewTab(body: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(body)
    ? body.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${body}`;
}

function missingPage(): Page {
  return layout(
    "No such mail",
    html`<nav><a class="back" href="/inbox">← Inbox</a></nav><main><h1>There is no such mail</h1></main>`,
  );
}

function sentAt(mail: StoredMail): Page {
  const readable = `${mail.created_at.slice(0, 10)} ${mail.created_at.slice(11, 16)} UTC`;
  return html`<time datetime="${mail.created_at}">${readable}</time>`;
}

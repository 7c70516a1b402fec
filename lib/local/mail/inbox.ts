import { Hono } from "hono";
import { html, raw } from "hono/html";
import { findMail } from "./api";
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

/** The inbox's stylesheet, in both themes. */
const inboxStyle = `
:root { color-scheme: light dark; --paper: #f6f3ec; --card: #fffdf8; --ink: #1c2a2e; --soft: #5b686b; --line: #ddd6c8; --sea: #0f6b5c; --wash: #e3efe9; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #10191b; --card: #182325; --ink: #ece7dc; --soft: #a3adab; --line: #2c3a3c; --sea: #6fd0b6; --wash: #1d3532; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--sea); outline-offset: 2px; border-radius: 6px; }
.page { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header { display: flex; align-items: baseline; gap: .75rem; margin-bottom: 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
.soft { color: var(--soft); margin: 0; }
.mails { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--card); overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .8rem 1rem; text-decoration: none; }
.mails a:hover { background: var(--wash); }
.mails a:focus-visible { outline-offset: -3px; }
.mails strong { overflow-wrap: anywhere; }
.mails .to { grid-column: 1 / -1; color: var(--soft); overflow-wrap: anywhere; }
time { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.empty { border: 1px dashed var(--line); border-radius: 14px; padding: 3rem 1rem; text-align: center; }
.back { display: inline-flex; align-items: center; min-height: 44px; color: var(--sea); text-decoration: none; font-weight: 600; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: max(32rem, 72vh); border: 1px solid var(--line); border-radius: 14px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 14px; background: var(--card); padding: 1rem; font: 14px/1.55 ui-monospace, monospace; }
summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--sea); font-weight: 600; }
`;

import { createHash, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { cutConnection, holdConnection, type NodeEnv } from "../emulator-server";
import { MailError, readMail } from "./read-mail";
import type { MailState, StoredMail } from "./state";

type Mailbox = {
  state: MailState;
  changed(): void;
  /** Called with each new mail. */
  accepted(mail: StoredMail): void;
};

/** Resend forgets a key after a day: https://resend.com/docs/dashboard/emails/idempotency-keys */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** Resend's `/emails`. */
export function createMailApi(mailbox: Mailbox): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.post("/emails", async (c) => {
    mailbox.state.sendCalls += 1;
    mailbox.changed();
    requireKey(c);
    const fault = mailbox.state.faults.shift();
    if (fault === "hang") return holdConnection(c);
    if (fault === "429") {
      c.header("retry-after", "1");
      throw new MailError(429, "rate_limit_exceeded", "Too many requests. Slow down and try again.");
    }
    if (fault === "500") throw new MailError(500, "application_error", "An unexpected error occurred.");
    const id = send(mailbox, c.req.header("idempotency-key"), await readJson(c));
    return fault === "lost" ? cutConnection(c) : c.json({ id });
  });

  app.get("/emails", (c) => {
    const newestFirst = mailbox.state.mails.toReversed();
    const limit = Number(c.req.query("limit") ?? newestFirst.length);
    const data = newestFirst.slice(0, Math.max(0, limit));
    return c.json({ object: "list", has_more: data.length < newestFirst.length, data });
  });

  app.get("/emails/:id", (c) => {
    const mail = findMail(mailbox.state, c.req.param("id"));
    if (!mail) throw new MailError(404, "not_found", "Email not found");
    return c.json(mail);
  });

  app.onError((error, c) => {
    if (error instanceof MailError) return c.json(error.body(), error.status);
    console.error(error);
    const broken = new MailError(500, "application_error", "The mail emulator failed.");
    return c.json(broken.body(), broken.status);
  });
  return app;
}

/** Drops expired idempotency keys. */
export function forgetOldKeys(state: MailState): void {
  const kept = Object.entries(state.usedKeys).filter(([key]) => findKey(state, key));
  state.usedKeys = Object.fromEntries(kept);
}

export function findMail(state: MailState, id: string): StoredMail | undefined {
  return state.mails.find((mail) => mail.id === id);
}

/** Stores a mail; returns its id, which is the first one's for a repetition under the same key. */
function send({ state, changed, accepted }: Mailbox, key: string | undefined, body: unknown): string {
  if (key !== undefined && (key.length < 1 || key.length > 256)) {
    throw new MailError(400, "invalid_idempotency_key", "The key must be between 1 and 256 characters.");
  }
  const mail = readMail(body);
  const fingerprint = createHash("sha256").update(JSON.stringify(mail)).digest("hex");
  const used = key === undefined ? undefined : findKey(state, key);
  if (used && used.fingerprint !== fingerprint) {
    throw new MailError(409, "invalid_idempotent_request", "This key was used with another payload.");
  }
  if (used) return used.mailId;
  const id = randomUUID();
  const { html = null, text = null, ...rest } = mail;
  const created_at = new Date().toISOString();
  const stored: StoredMail = {
    id,
    object: "email",
    ...rest,
    html,
    text,
    created_at,
    last_event: "delivered",
  };
  state.mails.push(stored);
  if (key !== undefined) state.usedKeys[key] = { fingerprint, mailId: id, atMs: Date.now() };
  changed();
  accepted(stored);
  return id;
}

function findKey(state: MailState, key: string) {
  const used = Object.hasOwn(state.usedKeys, key) ? state.usedKeys[key] : undefined;
  return used && Date.now() - used.atMs < keyLifetimeMs ? used : undefined;
}

function requireKey(c: Context<NodeEnv>): void {
  if (/^Bearer \S+$/.test(c.req.header("authorization") ?? "")) return;
  throw new MailError(401, "missing_api_key", "Missing API key in the authorization header.");
}

async function readJson(c: Context<NodeEnv>): Promise<unknown> {
  return c.req.json().catch(() => {
    throw new MailError(422, "validation_error", "The body is not valid JSON.");
  });
}

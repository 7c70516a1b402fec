import { createHash } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { cutConnection, holdConnection } from "../emulator";
import { readMail, refusal } from "./schema";
import { findMail, keepMail, type MailState } from "./state";

type Env = { Bindings: HttpBindings };

/** Resend forgets a key after a day: https://resend.com/docs/dashboard/emails/idempotency-keys */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** Resend's `/emails`. */
export function createMailApi(state: MailState, changed: () => void): Hono<Env> {
  const app = new Hono<Env>();

  app.post("/emails", async (c) => {
    state.sendCalls += 1;
    changed();
    requireKey(c);
    const fault = state.faults.shift();
    if (fault === "hang") return holdConnection(c);
    if (fault === "429") {
      c.header("retry-after", "1");
      throw refusal(429, "rate_limit_exceeded", "Too many requests. Slow down and try again.");
    }
    if (fault === "500") throw refusal(500, "application_error", "An unexpected error occurred.");
    const id = send(state, c.req.header("idempotency-key"), await readJson(c));
    changed();
    return fault === "lost" ? cutConnection(c) : c.json({ id });
  });

  app.get("/emails", (c) => {
    const newestFirst = state.mails.toReversed();
    const limit = Number(c.req.query("limit") ?? newestFirst.length);
    const data = newestFirst.slice(0, Math.max(0, limit));
    return c.json({ object: "list", has_more: data.length < newestFirst.length, data });
  });

  app.get("/emails/:id", (c) => {
    const mail = findMail(state, c.req.param("id"));
    if (!mail) throw refusal(404, "not_found", "Email not found");
    return c.json(mail);
  });
  return app;
}

/** Accepts a mail, once for each key; returns its id. */
function send(state: MailState, key: string | undefined, body: unknown): string {
  if (key !== undefined && (key.length < 1 || key.length > 256)) {
    throw refusal(400, "invalid_idempotency_key", "The key must be between 1 and 256 characters.");
  }
  const mail = readMail(body);
  const fingerprint = createHash("sha256").update(JSON.stringify(mail)).digest("hex");
  const used = key === undefined ? undefined : findKey(state, key);
  if (used && used.fingerprint !== fingerprint) {
    throw refusal(409, "invalid_idempotent_request", "This key was used with another payload.");
  }
  if (used) return used.mailId;
  const { id } = keepMail(state, mail);
  if (key !== undefined) state.usedKeys[key] = { fingerprint, mailId: id, atMs: Date.now() };
  return id;
}

function findKey(state: MailState, key: string) {
  const used = Object.hasOwn(state.usedKeys, key) ? state.usedKeys[key] : undefined;
  return used && Date.now() - used.atMs < keyLifetimeMs ? used : undefined;
}

function requireKey(c: Context<Env>): void {
  if (/^Bearer \S+$/.test(c.req.header("authorization") ?? "")) return;
  throw refusal(401, "missing_api_key", "Missing API key in the authorization header.");
}

async function readJson(c: Context<Env>): Promise<unknown> {
  return c.req.json().catch(() => {
    throw refusal(422, "validation_error", "The body is not valid JSON.");
  });
}

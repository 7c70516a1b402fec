import { createHmac, randomUUID } from "node:crypto";
import { second } from "@/lib/base/time/time";
import type { Hook } from "../stripe/state";
import type { StoredMail } from "./state";

/** The types of event that tell what became of a mail. */
export const eventTypes = [
  "email.sent",
  "email.delivered",
  "email.failed",
  "email.bounced",
  "email.suppressed",
  "email.complained",
] as const;

export type MailEvent = {
  type: (typeof eventTypes)[number];
  bounce?: "Permanent" | "Transient" | "Undetermined";
};

const answerMs = 10 * second;

/** The events that follow a mail: those of Resend's own test addresses, at any domain, and delivery for all others. */
export function eventsFor(mail: StoredMail): MailEvent[] {
  const name = mail.to[0]?.split("@")[0] ?? "";
  if (name === "bounced") return [{ type: "email.bounced" }];
  if (name === "suppressed") return [{ type: "email.suppressed" }];
  const delivered: MailEvent = { type: "email.delivered" };
  return name === "complained" ? [delivered, { type: "email.complained" }] : [delivered];
}

/**
 * Posts a signed event about a mail; returns the answer's status, 0 without one. Resend would try again, this does not.
 */
export async function postEvent(
  hook: Hook,
  mail: StoredMail,
  { type, bounce = "Permanent" }: MailEvent,
): Promise<number> {
  const { created_at, from, to, subject, tags } = mail;
  const body = JSON.stringify({
    type,
    created_at: new Date().toISOString(),
    data: {
      email_id: mail.id,
      message_id: `<${mail.id}@emulator.example>`,
      created_at,
      from,
      to,
      subject,
      tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
      ...(type === "email.bounced" && {
        bounce: { type: bounce, subType: "General", message: "The mailbox refused the mail." },
      }),
      ...(type === "email.suppressed" && {
        suppressed: { type: "OnAccountSuppressionList", message: "Earlier mails bounced." },
      }),
      ...(type === "email.failed" && { failed: { reason: "reached_daily_quota" } }),
    },
  });
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / second));
  const key = Buffer.from(hook.secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  try {
    const response = await fetch(hook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "svix-id": id,
        "svix-timestamp": timestamp,
        "svix-signature": `v1,${signature}`,
        "user-agent": "Svix-Webhooks/1.0 (sender)",
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

import { Resend } from "resend";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { isMailKind } from "./mails";
import { type MailShop, renderMail } from "./render";

export type MailDeps = {
  db: Database;
  resend: Resend;
  from: string;
  replyTo: string;
  shop: MailShop;
  timeoutMs: number;
};

/** Resend's SDK; `baseUrl` points it at the stand-in and is refused in live mode (lib/env.ts). */
export function openResend(apiKey: string, baseUrl: string | undefined): Resend {
  return baseUrl ? new Resend(apiKey, { baseUrl }) : new Resend(apiKey);
}

// Hourly sweeps keep a mail alive through a long outage; after this many tries it counts as failed for good.
const maxAttempts = 40;

/**
 * Sends one booked mail, once: a mail that is marked sent is left alone, and the mail's key is Resend's idempotency
 * key, so that a lost answer does not become a second mail. Throws upstream_failed when it should be tried again.
 */
export async function sendMail(deps: MailDeps, id: string): Promise<void> {
  const mail = await deps.db.emailLog.findUnique({ where: { id } });
  if (mail?.state !== "queued" || !isMailKind(mail.kind)) return;
  const content = await renderMail(deps.db, mail.kind, mail.orderId, deps.shop);
  const answer = await withTimeout(
    deps.resend.emails.send(
      { from: deps.from, to: mail.recipient, replyTo: deps.replyTo, ...content },
      { idempotencyKey: mail.key },
    ),
    deps.timeoutMs,
  );
  // The SDK reports every failure as a value, an unreachable server too.
  if (answer.data?.id) {
    await deps.db.emailLog.updateMany({
      where: { id, state: "queued" },
      data: {
        state: "sent",
        resendId: answer.data.id,
        sentAt: new Date(),
        attempts: { increment: 1 },
        error: null,
      },
    });
    return;
  }
  const error = answer.error?.name ?? "no_answer";
  const attempts = mail.attempts + 1;
  await deps.db.emailLog.updateMany({
    where: { id, state: "queued" },
    data: { attempts, error, state: attempts >= maxAttempts ? "failed" : "queued" },
  });
  if (attempts >= maxAttempts) {
    logger.error({ mailId: id, error }, "a mail failed for good: an operator must look");
    return;
  }
  throw new AppError("upstream_failed", { detail: `mail not sent: ${error}` });
}

type Answer = { data: { id: string } | null; error: { name: string } | null };

async function withTimeout(sending: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve({ data: null, error: { name: "timeout" } }), timeoutMs);
  });
  try {
    return await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

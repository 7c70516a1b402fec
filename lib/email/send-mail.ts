import { Resend } from "resend";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { day, hour } from "@/lib/time";
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

// Resend may be away for days; a receipt is still worth having then. What it calls invalid may be our own sender's
// address, which an operator puts right, but is mostly a recipient's, which stays wrong.
const keptTryingMs = { sound: 3 * day, invalid: hour };

/**
 * Sends one booked mail, once: a mail that is marked sent is left alone, and the mail's key is Resend's idempotency
 * key, so that a lost answer does not become a second mail. A mail that could not be sent for three days, or that
 * Resend has called invalid for an hour, is kept as `failed` for an operator. Throws upstream_failed when it should be tried again.
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
  const outcome = classify(answer, Date.now() - mail.createdAt.getTime());
  await deps.db.emailLog.updateMany({
    where: { id, state: "queued" },
    data: {
      attempts: { increment: 1 },
      state: outcome.state,
      error: outcome.error,
      ...(outcome.state === "sent" ? { resendId: answer.data?.id ?? null, sentAt: new Date() } : {}),
    },
  });
  if (outcome.state === "queued") {
    throw new AppError("upstream_failed", { detail: `mail not sent: ${outcome.error}` });
  }
  if (outcome.state === "failed") {
    logger.error({ mailId: id, error: outcome.error }, "a mail failed for good: an operator must look");
  }
}

type Outcome = { state: "sent" | "queued" | "failed"; error: string | null };

/** The SDK reports every failure as a value, an unreachable server too. */
function classify(answer: Answer, ageMs: number): Outcome {
  if (answer.data?.id) return { state: "sent", error: null };
  const error = answer.error?.name ?? "no_answer";
  // Its key was used with other content: the mail went out before a new version of its template came in.
  if (error === "invalid_idempotent_request") return { state: "sent", error };
  const isInvalid = answer.error?.statusCode === 400 || answer.error?.statusCode === 422;
  const limitMs = isInvalid ? keptTryingMs.invalid : keptTryingMs.sound;
  return { state: ageMs > limitMs ? "failed" : "queued", error };
}

type Answer = { data: { id: string } | null; error: { name: string; statusCode: number | null } | null };

async function withTimeout(sending: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(
      () => resolve({ data: null, error: { name: "timeout", statusCode: null } }),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

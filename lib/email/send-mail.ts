import { Resend } from "resend";
import type { MailShop } from "@/emails/layout";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import type { EmailLog } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { sha256 } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { maySend } from "@/lib/quarantine/database-mark";
import { storable } from "@/lib/storable-text";
import { day, hour } from "@/lib/time";
import { erasedEmail } from "./address";
import { accountDeleted, isMailKind } from "./mails";
import { renderMail } from "./render";

export type MailDeps = {
  db: Database;
  resend: Resend;
  from: string;
  replyTo: string;
  shop: MailShop;
  /** SHOP_SECRET, which opens the links' tokens. */
  secret: string;
  timeoutMs: number;
};

/** Resend's SDK; `baseUrl` is the emulator's, refused in live mode (lib/env.ts). */
export function openResend(apiKey: string, baseUrl: string | undefined): Resend {
  return baseUrl ? new Resend(apiKey, { baseUrl }) : new Resend(apiKey);
}

// Resend may be down for days, and a receipt is useful even then. An address that Resend calls invalid may be the shop's
// sender, which an operator can fix, but is mostly a recipient's. A mail that can't be rendered is about a row that is
// gone, or needs a newer version.
const keptTryingMs = { sound: 3 * day, hopeless: hour };

/**
 * Sends a queued mail once: its key is Resend's idempotency key, so that a lost answer does not become a second mail. It
 * becomes `failed`, for an operator, after three days, or after an hour when Resend calls it invalid or it can't be
 * rendered. Its token is erased once it is sent or failed. Errors: upstream_failed when it should be tried again.
 */
export async function sendMail(deps: MailDeps, id: string): Promise<void> {
  const mail = await deps.db.emailLog.findUnique({ where: { id } });
  if (mail?.state !== "queued" || !(await maySend(deps.db))) return;
  const answer = await deliver(deps, mail);
  const outcome = classify(answer, databaseNow().getTime() - mail.createdAt.getTime());
  await deps.db.emailLog.updateMany({
    where: { id, state: "queued" },
    data: {
      attempts: { increment: 1 },
      state: outcome.state,
      error: outcome.error,
      ...(outcome.state === "sent" ? { resendId: answer.data?.id ?? null, sentAt: databaseNow() } : {}),
      ...(outcome.state !== "queued" && carriesToken(mail) ? { props: {} } : {}),
      // An account's last mail: its row is the last that names the customer.
      ...(outcome.state !== "queued" && mail.kind === "account-deleted" ? { recipient: erasedEmail } : {}),
    },
  });
  if (outcome.state === "queued") {
    throw new AppError("upstream_failed", { detail: `mail not sent: ${outcome.error}` });
  }
  if (outcome.state === "failed" && outcome.error !== accountDeleted) {
    logger.error(
      { mailId: id, kind: mail.kind, error: outcome.error },
      "a mail failed for good: needs an operator",
    );
  }
}

/** True for a mail whose props hold a link's sealed token. */
function carriesToken({ props }: Pick<EmailLog, "props">): boolean {
  return typeof props === "object" && props !== null && "sealedToken" in props;
}

async function deliver(deps: MailDeps, mail: EmailLog): Promise<Answer> {
  if (mail.recipient === erasedEmail)
    return { data: null, error: { name: accountDeleted, statusCode: null } };
  const content = await contentOf(deps, mail);
  if (!content) return { data: null, error: { name: "not_rendered", statusCode: null } };
  const sending = deps.resend.emails.send(
    { from: deps.from, to: mail.recipient, replyTo: deps.replyTo, ...content },
    { idempotencyKey: headerOf(mail.key) },
  );
  return withTimeout(sending, deps.timeoutMs);
}

/** A mail's key as a header's value: hashed when a supplier's text made it too long or not ASCII. */
function headerOf(key: string): string {
  return /^[\x20-\x7e]{1,256}$/.test(key) ? key : sha256(key);
}

/** Null for a mail that can't be rendered. A database outage is not the mail's fault and is thrown. */
async function contentOf({ db, shop, secret }: MailDeps, mail: EmailLog) {
  try {
    if (!isMailKind(mail.kind)) throw new Error("an unknown kind");
    return await renderMail({ db, shop, secret, orderId: mail.orderId }, mail.kind, mail.props);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    logger.error({ mailId: mail.id, kind: mail.kind, err: String(error) }, "a mail could not be rendered");
    return null;
  }
}

type Outcome = { state: "sent" | "queued" | "failed"; error: string | null };

/** The SDK returns every failure as a value, an unreachable server too. */
function classify(answer: Answer, ageMs: number): Outcome {
  if (answer.data?.id) return { state: "sent", error: null };
  const error = storable(answer.error?.name || "no_answer", 200);
  // Its key was used with other content: it was sent before its template changed.
  if (error === "invalid_idempotent_request") return { state: "sent", error };
  if (error === accountDeleted) return { state: "failed", error };
  const isInvalid = answer.error?.statusCode === 400 || answer.error?.statusCode === 422;
  const isHopeless = isInvalid || error === "not_rendered";
  const limitMs = isHopeless ? keptTryingMs.hopeless : keptTryingMs.sound;
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

import type { MailShop } from "@/emails/layout";
import type { Database } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { type EmailLog, Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger, logOrder } from "@/lib/base/logger";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { measureCall } from "@/lib/base/telemetry/measure";
import { storable } from "@/lib/base/text/storable-text";
import { databaseNow } from "@/lib/base/time/clock";
import { day, hour } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import { erasedEmail } from "@/lib/mail/address/address";
import type { MailAnswer, MailTransport } from "@/lib/mail/transport/mail-transport";
import { chatOf, type TelegramBot } from "@/lib/mail/transport/telegram";
import { parseSettings, settingValues } from "@/lib/shop/settings/site-settings";
import { sendMailJob } from "./enqueue-mail";
import { accountDeleted, addressSuppressed, type MailKinds } from "./mail";
import { alertText } from "./operator-alert-mail";
import { setReport } from "./record-report";
import { renderMail } from "./render-mail";
import { isSuppressed, reportsOf } from "./suppression";

export type MailDeps = {
  db: Database;
  mailKinds: MailKinds;
  transport: MailTransport;
  /** The bot of the settings, for alerts to a chat; null without one. */
  telegram: TelegramBot | null;
  /** MAIL_FROM; by default the shop's name and support address. */
  from: string | undefined;
  replyTo: string;
  shop: MailShop;
  /** SHOP_SECRET, which opens the links' tokens. */
  secret: string;
  timeoutMs: number;
};

// The provider may be down for days, and a receipt is useful even then. A mail is invalid when the provider refuses an
// address of the shop's own, which an operator can fix, or when it can't be rendered.
const retryForMs = { valid: 3 * day, invalid: hour };

type QueuedMail = NonNullable<Awaited<ReturnType<typeof findQueuedMail>>>;
type QueuedRow = Pick<
  EmailLog,
  "id" | "key" | "kind" | "orderId" | "recipient" | "props" | "attempts" | "resendId" | "report" | "createdAt"
> & { maySend: boolean; hasComplained: boolean; isBouncing: boolean; settings: Record<string, unknown> };

/**
 * Reads a queued mail, the settings that it is sent with, and what became of earlier ones to its address, in one
 * statement. Null when it may not leave now.
 */
export async function findQueuedMail(db: Database, id: string) {
  const [row] = await db.$queryRaw<QueuedRow[]>`
    SELECT id, key, kind, order_id AS "orderId", recipient, props, attempts, resend_id AS "resendId",
      report::text, created_at AS "createdAt", reports.*, ${maySendSql()} AS "maySend", ${settingValues} AS settings
    FROM email_log AS mail CROSS JOIN LATERAL (${reportsOf(Prisma.sql`mail.recipient`)}) AS reports
    WHERE id = ${id}::uuid AND state = 'queued'`;
  // Only the operator is told during a quarantine: by mail and chat, which the settings name. A copy of the database may
  // send an alert a second time.
  if (!row || (row.kind !== "operator-alert" && !row.maySend)) return null;
  return { ...row, settings: parseSettings(row.settings) };
}

/**
 * Sends a queued mail. A retry after a lost answer may send it again by SMTP and to a chat, and by Resend once 24 hours
 * have passed. It becomes `failed`, for an operator, after three days, or after an hour when it is invalid; and at once
 * when the recipient is refused, or earlier mails to it came back. Its token is erased once it is sent or failed.
 * A provider that names a pause gets no attempt before its end. Errors: upstream_failed when it should be tried again.
 */
export async function sendMail(deps: MailDeps, mail: QueuedMail): Promise<void> {
  const { id } = mail;
  if (mail.orderId) logOrder(mail.orderId);
  const answer = await deliver(deps, mail);
  const outcome = classify(answer, databaseNow().getTime() - mail.createdAt.getTime());
  const isOver = outcome.state !== "queued";
  // A refused recipient is a bounce, and one that is refused for now a soft bounce, which a later attempt may end.
  if (!answer.ok && answer.isAboutRecipient) {
    await setReport(deps.db, id, answer.isInvalid ? "bounced" : "soft_bounced");
  }
  await deps.db.emailLog.updateMany({
    where: { id, state: "queued" },
    data: {
      ...outcome,
      attempts: { increment: 1 },
      ...(answer.ok && { resendId: answer.providerId, sentAt: databaseNow() }),
      ...(answer.ok && mail.report === "soft_bounced" && { report: null, reportedAt: null }),
      ...(outcome.state === "failed" && { failedAt: databaseNow() }),
      ...(isOver && carriesToken(mail) && { props: {} }),
      // The last mail of a deleted account: its row is the last that names the customer.
      ...(isOver && mail.kind === "account-deleted" && { recipient: erasedEmail }),
    },
  });
  if (outcome.state === "queued") {
    if (!answer.ok && answer.retryAfterMs) {
      await enqueue(deps.db, [sendMailJob.of(id, { inMs: answer.retryAfterMs })]);
      return;
    }
    throw new AppError("upstream_failed", { detail: `mail not sent: ${outcome.error}` });
  }
  if (outcome.state === "failed" && !isRecipients(answer)) {
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

async function deliver(deps: MailDeps, mail: QueuedMail): Promise<MailAnswer> {
  if (mail.recipient === erasedEmail) return { ok: false, error: accountDeleted, isInvalid: false };
  const chatId = chatOf(mail.recipient);
  if (chatId !== null) return deliverToChat(deps, mail, chatId);
  // A mail that an operator sends again was tried before, and leaves.
  const known = deps.mailKinds.get(mail.kind);
  if (known && mail.attempts === 0 && isSuppressed(known, mail)) {
    return { ok: false, error: addressSuppressed, isInvalid: false };
  }
  const content = await contentOf(deps, mail);
  if (!content) return { ok: false, error: "not_rendered", isInvalid: true };
  const { id, recipient: to, resendId } = mail;
  // A mail that the provider once took is queued again by an operator only; under its own key, Resend would not send it.
  const key = resendId === null ? mail.key : `${mail.key}:${resendId}`;
  const from = deps.from ?? senderOf(deps.shop);
  return measureCall(
    { service: "mail", action: mail.kind },
    () =>
      withinLimit(
        deps.transport.send({ id, key, from, to, replyTo: deps.replyTo, ...content }),
        deps.timeoutMs,
        () => ({ ok: false, error: "timeout", isInvalid: false }),
      ),
    (answer) => (answer.ok ? "ok" : "failed"),
  );
}

/** Telegram has no idempotency key: a message whose answer was lost is sent again. */
async function deliverToChat(deps: MailDeps, mail: QueuedMail, chatId: string): Promise<MailAnswer> {
  const { telegram } = deps;
  if (!telegram) return { ok: false, error: "telegram_is_off", isInvalid: true };
  const text = alertText(deps.shop, mail.props);
  if (text === null) return { ok: false, error: "not_rendered", isInvalid: true };
  return measureCall(
    { service: "telegram", action: "sendMessage" },
    () => telegram.send(chatId, text),
    (answer) => (answer.ok ? "ok" : "failed"),
  );
}

function senderOf({ name, supportEmail }: MailShop): string {
  // A quoted string, without the two characters that would need escaping (RFC 5322).
  return `"${name.replaceAll(/[\\"]/g, "")}" <${supportEmail}>`;
}

/** Null for a mail that can't be rendered. A database outage is not the mail's fault, so it is thrown. */
async function contentOf({ db, mailKinds, shop, secret }: MailDeps, mail: QueuedMail) {
  try {
    const known = mailKinds.get(mail.kind);
    if (!known) throw new Error("an unknown kind");
    return await renderMail(await known.compose({ db, shop, secret, orderId: mail.orderId }, mail.props));
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    logger.error({ mailId: mail.id, kind: mail.kind, err: String(error) }, "a mail could not be rendered");
    return null;
  }
}

type Outcome = { state: "sent" | "queued" | "failed"; error: string | null };

function classify(answer: MailAnswer, ageMs: number): Outcome {
  if (answer.ok) return { state: "sent", error: null };
  const error = storable(answer.error, 200);
  if (isRecipients(answer)) return { state: "failed", error };
  const limitMs = answer.isInvalid ? retryForMs.invalid : retryForMs.valid;
  return { state: ageMs > limitMs ? "failed" : "queued", error };
}

/** True for a mail that fails at once because of its recipient, which no operator can change. */
function isRecipients(answer: MailAnswer): boolean {
  if (answer.ok) return false;
  if (answer.error === accountDeleted || answer.error === addressSuppressed) return true;
  return answer.isInvalid && answer.isAboutRecipient === true;
}

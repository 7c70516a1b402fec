import type { SendMailOptions } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { Resend } from "resend";
import type { Env } from "@/lib/base/env/env";
import { sha256 } from "@/lib/base/ids";
import { second } from "@/lib/base/time/time";

/** The tag that holds the id of a mail's row at Resend. */
export const mailTag = "mail";

type OutgoingMail = {
  /** The mail's row: the same for each attempt. */
  id: string;
  key: string;
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
};

/**
 * `isInvalid`: the provider refuses the mail itself, so it is pointless to retry for days. `isAboutRecipient`: only
 * this address is refused, and the provider works. `retryAfterMs`: the provider wants no attempt before that.
 */
export type MailAnswer =
  | { ok: true; providerId: string }
  | {
      ok: false;
      error: string;
      isInvalid: boolean;
      isAboutRecipient?: boolean;
      retryAfterMs?: number | undefined;
    };

/** Hands mails to a provider. A failure is returned, not thrown; its name holds no address and no secret. */
export type MailTransport = { send(mail: OutgoingMail): Promise<MailAnswer> };

/** The configured provider: Resend or SMTP (lib/base/env/env.ts requires one of them). */
export function openMailTransport(
  env: Pick<Env, "APP_MODE" | "RESEND_API_KEY" | "RESEND_BASE_URL" | "SMTP_URL" | "SHOP_ORIGIN">,
): MailTransport {
  if (env.SMTP_URL) {
    const { hostname } = new URL(env.SHOP_ORIGIN);
    return openSmtp(env.SMTP_URL, { isTlsRequired: env.APP_MODE === "live", name: hostname });
  }
  return openResend(env.RESEND_API_KEY ?? "", env.RESEND_BASE_URL);
}

// Tells mailboxes that a program wrote it, so that no absence note answers (RFC 3834).
const headers = { "Auto-Submitted": "auto-generated" };

/**
 * Resend. The mail's key is the idempotency key, which Resend knows for 24 hours: within them a retry after a lost
 * answer sends no second mail. `baseUrl` is the emulator's, refused in live mode.
 */
export function openResend(apiKey: string, baseUrl?: string): MailTransport {
  const resend = baseUrl ? new Resend(apiKey, { baseUrl }) : new Resend(apiKey);
  return {
    async send({ id, key, from, to, replyTo, subject, html, text }) {
      // Resend's events about the mail repeat the tag, by which record-report.ts finds its row.
      const tags = [{ name: mailTag, value: id }];
      const { data, error } = await resend.emails.send(
        { from, to, replyTo, subject, html, text, headers, tags },
        { idempotencyKey: headerOf(key) },
      );
      if (data?.id) return { ok: true, providerId: data.id };
      const name = error?.name || "no_answer";
      // The key was used with other content: the mail was sent before its template changed.
      if (String(name) === "invalid_idempotent_request") return { ok: true, providerId: name };
      const isInvalid = error?.statusCode === 400 || error?.statusCode === 422;
      const isAboutRecipient = isInvalid && /`to` field/.test(error.message);
      return { ok: false, error: name, isInvalid, isAboutRecipient };
    },
  };
}

/** A mail's key as a header's value: hashed when a supplier's text made it too long or not ASCII. */
function headerOf(key: string): string {
  return /^[\x20-\x7e]{1,256}$/.test(key) ? key : sha256(key);
}

/**
 * An SMTP server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS. SMTP has no idempotency key: a
 * mail whose answer was lost is sent again, with the same Message-ID, by which most mailboxes show it once. `name` is
 * what the shop calls itself in EHLO: servers distrust a name that the internet does not know, such as a container's.
 */
export function openSmtp(
  url: string,
  { isTlsRequired, name }: { isTlsRequired: boolean; name: string },
): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  const options: SmtpConnection.Options = {
    name,
    host: hostname,
    port: port ? Number(port) : isTls ? 465 : 587,
    secure: isTls,
    requireTLS: isTlsRequired,
    tls: { minVersion: "TLSv1.2" },
    dnsTimeout: 5 * second,
    connectionTimeout: 5 * second,
    greetingTimeout: 5 * second,
    socketTimeout: 10 * second,
  };
  const credentials = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : null;
  return {
    async send({ id, key: _, ...mail }) {
      const messageId = messageIdOf(id, mail.from);
      const message: SendMailOptions = { ...mail, headers, messageId };
      try {
        await converse(options, credentials, message);
        return { ok: true, providerId: messageId };
      } catch (error) {
        return smtpFailure(error);
      }
    },
  };
}

/** The connection failed after the whole mail was handed over, so it may have arrived. */
class LostAnswer extends Error {}

/**
 * Sends a mail over a connection of its own, and ends it with QUIT wherever the server still listens: nodemailer's own
 * transport hangs up, which servers count against the sender (RFC 5321, 4.1.1.10). Throws the server's or the socket's
 * error, or LostAnswer.
 */
function converse(
  options: SmtpConnection.Options,
  credentials: { user: string; pass: string } | null,
  mail: SendMailOptions,
): Promise<void> {
  const message = new MailComposer({ ...mail, disableFileAccess: true, disableUrlAccess: true }).compile();
  const connection = new SmtpConnection(options);
  let isHandedOver = false;
  return new Promise((resolve, reject) => {
    const leave = (error?: SmtpConnection.SMTPError | null) => {
      if (!error || error.responseCode) connection.quit();
      else connection.close();
      if (error) reject(error);
      else resolve();
    };
    const deliver = () => {
      const text = message.createReadStream();
      text.once("end", () => {
        isHandedOver = true;
      });
      connection.send(message.getEnvelope(), text, leave);
    };
    connection.on("error", (error) => reject(isHandedOver ? new LostAnswer() : error));
    connection.on("end", () => reject(new Error("the server closed the connection")));
    connection.connect(() => {
      // A server that offers no login takes mail without one; the package's types lack the property.
      const { allowsAuth } = connection as { allowsAuth?: boolean };
      if (!credentials || !allowsAuth) return deliver();
      connection.login({ credentials }, (error) => (error ? leave(error) : deliver()));
    });
  });
}

/** `<row's id@sender's domain>`. */
function messageIdOf(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "shop.invalid";
  return `<${id}@${domain}>`;
}

/**
 * A 5xx answer to the sender, the recipient or the text concerns the mail; one to the password or STARTTLS does not.
 */
function smtpFailure(error: unknown): MailAnswer {
  if (error instanceof LostAnswer) return { ok: false, error: "answer_lost", isInvalid: false };
  const { code = "", command = "", message, response = "", responseCode } = error as SmtpConnection.SMTPError;
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const named =
    responseCode && code !== "ETLS"
      ? `smtp_${responseCode}`
      : (certificateProblem(message) ?? code.toLowerCase());
  return {
    ok: false,
    error: named || "no_answer",
    isInvalid: isAboutMail && (responseCode ?? 0) >= 500,
    isAboutRecipient:
      (command === "RCPT TO" && isAboutMailbox(response)) ||
      // A mail has one recipient, so a server that checks its quota after the text means that one.
      (command === "DATA" && isMailboxStatus(response) === true),
  };
}

/** Why a server's certificate was refused; null for another failure. nodemailer keeps only the text of Node's error. */
function certificateProblem(message: string): string | null {
  if (!/certificate/i.test(message)) return null;
  if (/has expired/i.test(message)) return "certificate_expired";
  return /altnames/i.test(message) ? "certificate_misnamed" : "certificate_unknown";
}

/**
 * True when a server's refusal of a recipient is about that mailbox or its domain, by its enhanced status. Without one
 * the text decides, because Exim and others refuse to relay with the same 550 as an unknown mailbox. Pure.
 */
export function isAboutMailbox(response: string): boolean {
  return (
    isMailboxStatus(response) ??
    !/relay|authent|sender|spam|block|black|listed|polic|denied|not allowed|client/i.test(response)
  );
}

/**
 * True for an enhanced status about a mailbox or its domain (RFC 3463: x.1.8, for example, is about the sender, and
 * x.7.1 about the right to send); null for an answer without one.
 */
function isMailboxStatus(response: string): boolean | null {
  const [, status] = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return status ? /^(1\.[012356]|1\.10|2\.[0-4])$/.test(status) : null;
}

import { createTransport, type SendMailOptions } from "nodemailer";
import { Resend } from "resend";
import type { Env } from "@/lib/env";
import { sha256 } from "@/lib/ids";
import { second } from "@/lib/time";

type OutgoingMail = {
  /** The mail's row: the same for each attempt. */
  id: string;
  /** The row's key. */
  key: string;
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
};

/** `isInvalid`: the provider refuses the mail itself, so it is pointless to retry for days. */
export type MailAnswer = { ok: true; providerId: string } | { ok: false; error: string; isInvalid: boolean };

/** Hands mails to a provider. A failure is returned, not thrown; its name holds no address and no secret. */
export type MailTransport = { send(mail: OutgoingMail): Promise<MailAnswer> };

/** The configured provider: Resend or SMTP (lib/env.ts requires one of them). */
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
    async send({ key, from, to, replyTo, subject, html, text }) {
      const { data, error } = await resend.emails.send(
        { from, to, replyTo, subject, html, text, headers },
        { idempotencyKey: headerOf(key) },
      );
      if (data?.id) return { ok: true, providerId: data.id };
      const name = error?.name || "no_answer";
      // Its key was used with other content: it was sent before its template changed.
      if (String(name) === "invalid_idempotent_request") return { ok: true, providerId: name };
      return { ok: false, error: name, isInvalid: error?.statusCode === 400 || error?.statusCode === 422 };
    },
  };
}

/** A mail's key as a header's value: hashed when a supplier's text made it too long or not ASCII. */
function headerOf(key: string): string {
  return /^[\x20-\x7e]{1,256}$/.test(key) ? key : sha256(key);
}

/**
 * An SMTP server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS. SMTP has no idempotency key: a mail
 * whose answer was lost is sent again, with the same Message-ID, by which most mailboxes show it once. `name` is what the
 * shop calls itself in EHLO: servers distrust a name that the internet does not know, such as a container's.
 */
export function openSmtp(
  url: string,
  { isTlsRequired, name }: { isTlsRequired: boolean; name: string },
): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  const transport = createTransport({
    name,
    host: hostname,
    port: port ? Number(port) : isTls ? 465 : 587,
    secure: isTls,
    requireTLS: isTlsRequired,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { minVersion: "TLSv1.2" },
    dnsTimeout: 5 * second,
    connectionTimeout: 5 * second,
    greetingTimeout: 5 * second,
    socketTimeout: 10 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, key: _, ...mail }) {
      const message: SendMailOptions = { ...mail, headers, messageId: messageIdOf(id, mail.from) };
      try {
        const { messageId } = await transport.sendMail(message);
        return { ok: true, providerId: messageId };
      } catch (error) {
        return smtpFailure(error);
      }
    },
  };
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
  const { code = "", responseCode } = error as { code?: string; responseCode?: number };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const name = responseCode && code !== "ETLS" ? `smtp_${responseCode}` : code.toLowerCase() || "no_answer";
  return { ok: false, error: name, isInvalid: isAboutMail && (responseCode ?? 0) >= 500 };
}

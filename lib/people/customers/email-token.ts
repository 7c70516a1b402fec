import { randomBytes } from "node:crypto";
import type { Db, Tx } from "@/lib/base/db/client";
import type { EmailToken } from "@/lib/base/db/generated/client";
import type { TokenKind } from "@/lib/base/db/generated/enums";
import { AppError } from "@/lib/base/errors";
import { newId, sha256 } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { addMs, day, hour } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { confirmNewEmailMail, resetPasswordMail, verifyEmailMail } from "./account-mails";
import { confirmOrderEmailMail } from "./order-email-mails";

const lifetimeMs = {
  verify_email: day,
  change_email: day,
  reset_password: hour,
  order_email: day,
} satisfies Record<TokenKind, number>;

/** The links about an account; order_email is about a guest's order. */
type AccountTokenKind = Exclude<TokenKind, "order_email">;

type NewEmailToken = {
  /** Lets a repeated job issue only one link; random by default. */
  id?: string;
  kind: TokenKind;
  userId?: string | null;
  orderId?: string | null;
  /** Where the link is sent. */
  email: string;
  /** verify_email: the sign-up's password and name (verify-email.ts). */
  passwordHash?: string | null;
  name?: string | null;
  /** The browser that asked for it. */
  browserHash?: string | null;
};

/**
 * Creates a single-use link of 256 random bits. The database stores its hash, and the mail's row the sealed token. Null
 * when the id already names a link. Callers limit the requests (mail-allowance.ts).
 */
export async function issueEmailToken(
  tx: Tx,
  { secret, now }: { secret: string; now: Date },
  { id = newId(), passwordHash = null, name = null, browserHash = null, ...token }: NewEmailToken,
): Promise<{ id: string; sealedToken: string } | null> {
  const { kind, email, userId = null, orderId = null } = token;
  const value = randomBytes(32).toString("base64url");
  const { count } = await tx.emailToken.createMany({
    data: {
      id,
      userId,
      orderId,
      kind,
      email,
      passwordHash,
      name,
      browserHash,
      tokenHash: sha256(value),
      createdAt: now,
      expiresAt: addMs(now, lifetimeMs[kind]),
    },
    skipDuplicates: true,
  });
  return count === 0 ? null : { id, sealedToken: seal(secret, "mailed-link", value) };
}

const mails = {
  verify_email: verifyEmailMail,
  change_email: confirmNewEmailMail,
  reset_password: resetPasswordMail,
  order_email: confirmOrderEmailMail,
} satisfies Record<TokenKind, unknown>;

/** Mails a new link; does nothing when the id already names one, which was mailed then. */
export async function sendLink(
  tx: Tx,
  deps: { secret: string; now: Date },
  token: NewEmailToken,
): Promise<void> {
  const issued = await issueEmailToken(tx, deps, token);
  if (!issued) return;
  const { id, sealedToken } = issued;
  const { email: recipient, orderId = null } = token;
  await enqueueMail(tx, mails[token.kind], { about: id, orderId, recipient, props: { sealedToken } });
}

export type EmailLink = Pick<EmailToken, "id" | "email" | "passwordHash" | "name" | "browserHash"> & {
  userId: string;
};

type OrderEmailLink = Pick<EmailToken, "id" | "email" | "browserHash"> & { orderId: string };

/**
 * Reads an account's link without consuming it. Errors: link_unknown (never made, of another kind, or of a deleted
 * account), link_used, link_expired.
 */
export async function findEmailToken(
  db: Db,
  kind: AccountTokenKind,
  value: string,
  now: Date,
): Promise<EmailLink> {
  const { userId, ...link } = await findLink(db, kind, value, now);
  if (userId === null) throw new AppError("link_unknown");
  return { ...link, userId };
}

/** Reads an order's link without consuming it. Errors: link_unknown, link_used, link_expired. */
export async function findOrderEmailToken(db: Db, value: string, now: Date): Promise<OrderEmailLink> {
  const { orderId, ...link } = await findLink(db, "order_email", value, now);
  if (orderId === null) throw new AppError("link_unknown");
  return { ...link, orderId };
}

async function findLink(db: Db, kind: TokenKind, value: string, now: Date): Promise<EmailToken> {
  const row = await db.emailToken.findUnique({
    where: { tokenHash: sha256(value) },
    include: { user: { select: { anonymizedAt: true } } },
  });
  if (!row || row.kind !== kind || row.user?.anonymizedAt) throw new AppError("link_unknown");
  if (row.usedAt) throw new AppError("link_used");
  if (row.expiresAt <= now) throw new AppError("link_expired");
  return row;
}

/**
 * Consumes an account's link in the caller's transaction: when two requests race, only one succeeds. Errors: those of
 * findEmailToken.
 */
export async function takeEmailToken(
  tx: Tx,
  kind: AccountTokenKind,
  value: string,
  now: Date,
): Promise<EmailLink> {
  const link = await findEmailToken(tx, kind, value, now);
  await consumeLink(tx, link.id, now);
  return link;
}

/** The same for an order's link. Errors: those of findOrderEmailToken. */
export async function takeOrderEmailToken(tx: Tx, value: string, now: Date): Promise<OrderEmailLink> {
  const link = await findOrderEmailToken(tx, value, now);
  await consumeLink(tx, link.id, now);
  return link;
}

async function consumeLink(tx: Tx, id: string, now: Date): Promise<void> {
  const { count } = await tx.emailToken.updateMany({
    where: { id, usedAt: null },
    data: { usedAt: now, passwordHash: null },
  });
  if (count === 0) throw new AppError("link_used");
}

/** Voids every open link of an order. */
export async function dropOrderEmailTokens(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.emailToken.updateMany({ where: { orderId, usedAt: null }, data: { usedAt: now } });
}

/** Voids every open link of these kinds, and erases the sign-up passwords kept with them. */
export async function dropEmailTokens(tx: Tx, userId: string, kinds: TokenKind[], now: Date): Promise<void> {
  await tx.emailToken.updateMany({
    where: { userId, kind: { in: kinds }, usedAt: null },
    data: { usedAt: now, passwordHash: null },
  });
}

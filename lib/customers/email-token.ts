import { randomBytes } from "node:crypto";
import type { Db, Tx } from "@/lib/db/client";
import type { EmailToken } from "@/lib/db/generated/client";
import type { TokenKind } from "@/lib/db/generated/enums";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import type { MailKind } from "@/lib/email/mails";
import { AppError } from "@/lib/errors";
import { newId, sha256 } from "@/lib/ids";
import { seal } from "@/lib/secret-box";
import { addMs, day, hour } from "@/lib/time";

const lifetimeMs = { verify_email: day, change_email: day, reset_password: hour } satisfies Record<
  TokenKind,
  number
>;

type NewEmailToken = {
  /** Lets a repeated job issue only one link; random by default. */
  id?: string;
  userId: string;
  kind: TokenKind;
  /** Where the link is sent. */
  email: string;
  /** verify_email: the sign-up's password and name, and its browser (verify-email.ts). */
  passwordHash?: string | null;
  name?: string | null;
  browserHash?: string | null;
};

/**
 * Creates a single-use link of 256 random bits. The database stores its hash, and the mail's row the sealed token. Null
 * when the id already names a link. Callers limit the requests (mail-allowance.ts).
 */
export async function issueEmailToken(
  tx: Tx,
  { secret, now }: { secret: string; now: Date },
  { id = newId(), userId, kind, email, passwordHash = null, name = null, browserHash = null }: NewEmailToken,
): Promise<{ id: string; sealedToken: string } | null> {
  const value = randomBytes(32).toString("base64url");
  const { count } = await tx.emailToken.createMany({
    data: {
      ...{ id, userId, kind, email, passwordHash, name, browserHash },
      tokenHash: sha256(value),
      createdAt: now,
      expiresAt: addMs(now, lifetimeMs[kind]),
    },
    skipDuplicates: true,
  });
  return count === 0 ? null : { id, sealedToken: seal(secret, "mailed-link", value) };
}

const mailKinds = {
  verify_email: "verify-email",
  change_email: "confirm-new-email",
  reset_password: "reset-password",
} satisfies Record<TokenKind, MailKind>;

/** Mails a new link; does nothing when the id already names one, which was mailed then. */
export async function sendLink(
  tx: Tx,
  deps: { secret: string; now: Date },
  token: NewEmailToken,
): Promise<void> {
  const issued = await issueEmailToken(tx, deps, token);
  if (!issued) return;
  const { id, sealedToken } = issued;
  const kind = mailKinds[token.kind];
  await enqueueMail(tx, { kind, about: id, recipient: token.email, props: { sealedToken } });
}

export type EmailLink = Pick<EmailToken, "id" | "userId" | "email" | "passwordHash" | "name" | "browserHash">;

/**
 * Reads a link without consuming it. Errors: link_unknown (never made, of another kind, or of a deleted account),
 * link_used, link_expired.
 */
export async function findEmailToken(db: Db, kind: TokenKind, value: string, now: Date): Promise<EmailLink> {
  const row = await db.emailToken.findUnique({
    where: { tokenHash: sha256(value) },
    include: { user: { select: { anonymizedAt: true } } },
  });
  if (!row || row.kind !== kind || row.user.anonymizedAt) throw new AppError("link_unknown");
  if (row.usedAt) throw new AppError("link_used");
  if (row.expiresAt <= now) throw new AppError("link_expired");
  return row;
}

/**
 * Consumes a link in the caller's transaction: when two requests race, only one succeeds. Errors: those of
 * findEmailToken.
 */
export async function takeEmailToken(tx: Tx, kind: TokenKind, value: string, now: Date): Promise<EmailLink> {
  const row = await findEmailToken(tx, kind, value, now);
  const { count } = await tx.emailToken.updateMany({
    where: { id: row.id, usedAt: null },
    data: { usedAt: now, passwordHash: null },
  });
  if (count === 0) throw new AppError("link_used");
  return row;
}

/** Voids every open link of these kinds, and erases the sign-up passwords kept with them. */
export async function dropEmailTokens(tx: Tx, userId: string, kinds: TokenKind[], now: Date): Promise<void> {
  await tx.emailToken.updateMany({
    where: { userId, kind: { in: kinds }, usedAt: null },
    data: { usedAt: now, passwordHash: null },
  });
}

import { requireGoodPassword } from "@/lib/auth/password-strength";
import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { hour } from "@/lib/time";
import { sendVerifyMail } from "./send-verify-mail";

export type SignUpDeps = { db: Database; hasher: PasswordHasher; secret: string; now: Date };
export type SignUpInput = { email: string; password: string; name: string | null };

/**
 * Asks for an account. Who asks learns nothing about whether there is one: the work and the answer are the same, and
 * only the owner of the address is told more, by mail. An address that is not verified yet belongs to nobody, however
 * often it was signed up with: each sign-up's password and name wait with the link of its own mail, and become the
 * account's when that link is followed.
 * Errors: invalid_input for a password that is too short, too long or easy to guess.
 */
export async function signUp(deps: SignUpDeps, input: SignUpInput): Promise<void> {
  await requireGoodPassword(input.password, { email: input.email, isAdmin: false });
  const passwordHash = await deps.hasher.hash(input.password);
  await deps.db.$transaction(async (tx) => {
    const user = await findOrAddUser(tx, input.email);
    if (user.emailVerifiedAt) {
      // One such mail an hour, however often somebody tries.
      const key = `account-exists:${user.id}:${Math.floor(deps.now.getTime() / hour)}`;
      await enqueueMail(tx, {
        key,
        kind: "account-exists",
        orderId: null,
        recipient: input.email,
        props: {},
      });
      return;
    }
    await sendVerifyMail(tx, deps, { userId: user.id, email: input.email, passwordHash, name: input.name });
  });
}

/** The account of an address, made if there is none, and locked until the transaction ends. */
export async function findOrAddUser(
  tx: Prisma.TransactionClient,
  email: string,
): Promise<{ id: string; emailVerifiedAt: Date | null }> {
  const [user] = await tx.$queryRaw<{ id: string; emailVerifiedAt: Date | null }[]>`
    INSERT INTO users (id, email) VALUES (${newId()}::uuid, ${email})
    ON CONFLICT (email) DO UPDATE SET email = excluded.email
    RETURNING id, email_verified_at AS "emailVerifiedAt"`;
  if (!user) throw new AppError("internal", { detail: "an account was neither found nor made" });
  return user;
}

import type { Db } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { staffRoleOf } from "@/lib/people/auth/roles";
import { liveSessions } from "./sessions";

/** A customer's name and ways to sign in, for the settings page. Errors: not_found for a deleted account. */
export async function getAccount(db: Db, userId: string) {
  const user = await db.user.findFirst({
    where: { id: userId, anonymizedAt: null },
    select: {
      name: true,
      passwordHash: true,
      totpConfirmedAt: true,
      _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
      accounts: { where: { provider: "google" }, select: { id: true } },
    },
  });
  if (!user) throw new AppError("not_found");
  return {
    name: user.name,
    hasPassword: user.passwordHash !== null,
    isGoogleConnected: user.accounts.length > 0,
    hasSecondFactor: user.totpConfirmedAt !== null,
    recoveryCodesLeft: user._count.recoveryCodes,
  };
}

const shown = {
  id: true,
  email: true,
  name: true,
  emailVerifiedAt: true,
  passwordHash: true,
  totpConfirmedAt: true,
  _count: { select: { passkeys: true } },
  createdAt: true,
  roles: { select: { role: true } },
  accounts: { select: { provider: true } },
} satisfies Prisma.UserSelect;

/** An account as the admin pages show it, with the number of signed-in devices; null when there is none, or it was deleted. */
export async function findCustomer(db: Db, userId: string) {
  const user = await db.user.findFirst({ where: { id: userId, anonymizedAt: null }, select: shown });
  if (!user) return null;
  const { passwordHash, roles, accounts, _count, ...account } = user;
  /** Null for a customer. */
  const role = staffRoleOf(roles.map(({ role }) => role));
  const devices = await db.userSession.count({ where: liveSessions(userId, role !== null) });
  return {
    ...account,
    devices,
    passkeys: _count.passkeys,
    hasPassword: passwordHash !== null,
    hasGoogle: accounts.some(({ provider }) => provider === "google"),
    role,
  };
}

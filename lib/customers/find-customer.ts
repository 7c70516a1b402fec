import { staffRoleOf } from "@/lib/auth/roles";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const newest = 10;

const shown = {
  id: true,
  email: true,
  name: true,
  emailVerifiedAt: true,
  passwordHash: true,
  totpConfirmedAt: true,
  _count: { select: { passkeys: true } },
  createdAt: true,
  roles: { select: { role: true }, orderBy: { role: "asc" } },
  accounts: { select: { provider: true } },
  orders: {
    select: {
      id: true,
      platform: true,
      serviceType: true,
      quantity: true,
      priceTotalCents: true,
      status: true,
      createdAt: true,
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: newest,
  },
  tickets: {
    select: { id: true, subject: true, status: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: newest,
  },
} satisfies Prisma.UserSelect;

/**
 * An account as the admin pages show it, with its ten newest orders and tickets and the number of signed-in devices;
 * null when there is none, or it was deleted.
 */
export async function findCustomer(db: Db, userId: string) {
  const user = await db.user.findFirst({ where: { id: userId, anonymizedAt: null }, select: shown });
  if (!user) return null;
  const devices = await db.userSession.count({ where: { userId, revokedAt: null } });
  const { passwordHash, roles, accounts, _count, ...account } = user;
  return {
    ...account,
    devices,
    passkeys: _count.passkeys,
    hasPassword: passwordHash !== null,
    hasGoogle: accounts.some(({ provider }) => provider === "google"),
    /** Null for a customer. */
    role: staffRoleOf(roles.map(({ role }) => role)),
  };
}

import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma, type User } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import { type StaffRole, staffRoleOf } from "@/lib/people/auth/roles";
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
  roles: { select: { role: true } },
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

/** The admin's search of customers, as in the page's address. */
export const customerFilterSchema = z.object({
  /** An email address or its beginning. */
  q: z.string().trim().toLowerCase().max(254).optional().catch(undefined),
  role: z.literal("admin").optional().catch(undefined),
  /** The previous page's last email. */
  after: z.string().max(254).optional().catch(undefined),
});

export type CustomerRow = Pick<User, "id" | "email" | "name" | "createdAt"> & {
  isVerified: boolean;
  /** Null for a customer. */
  role: StaffRole | null;
  orders: number;
};

/**
 * One page of accounts, in order of their addresses, without deleted ones. A search is a range of the index, so its cost
 * does not grow with the number of accounts. `next` goes into the filter's `after`.
 */
export async function listCustomers(
  db: Db,
  { q, role, after }: z.infer<typeof customerFilterSchema>,
  size: number,
): Promise<ListPage<CustomerRow>> {
  const conditions = [Prisma.sql`account.anonymized_at IS NULL`];
  const email = Prisma.sql`account.email COLLATE "C"`;
  // U+10FFFF comes after every character.
  if (q) conditions.push(Prisma.sql`${email} >= ${q} AND ${email} < ${`${q}\u{10FFFF}`}`);
  if (role) {
    conditions.push(
      Prisma.sql`EXISTS (SELECT FROM user_roles WHERE user_id = account.id AND role = 'admin')`,
    );
  }
  if (after) conditions.push(Prisma.sql`${email} > ${after}`);
  const found = await db.$queryRaw<(Omit<CustomerRow, "role"> & { roles: string[] })[]>`
    SELECT account.id, account.email, account.name, account.email_verified_at IS NOT NULL AS "isVerified",
      account.created_at AS "createdAt",
      ARRAY(SELECT role FROM user_roles WHERE user_id = account.id) AS roles,
      (SELECT count(*)::int FROM orders WHERE orders.user_id = account.id) AS orders
    FROM users AS account WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${email}, account.id LIMIT ${size + 1}::int`;
  const { rows, next } = pageOf(found, size, ({ email: last }) => last);
  return { rows: rows.map(({ roles, ...row }) => ({ ...row, role: staffRoleOf(roles) })), next };
}

import { z } from "zod";
import { type StaffRole, staffRoleOf } from "@/lib/auth/roles";
import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/** The admin's search of customers, as in the page's address. */
export const customerFilterSchema = z.object({
  /** An email or its beginning. */
  q: z.string().trim().toLowerCase().max(254).optional().catch(undefined),
  role: z.literal("admin").optional().catch(undefined),
  /** The previous page's last email. */
  after: z.string().max(254).optional().catch(undefined),
});

export type CustomerFilter = z.infer<typeof customerFilterSchema>;

export type CustomerRow = {
  id: string;
  email: string;
  name: string | null;
  isVerified: boolean;
  /** Null for a customer. */
  role: StaffRole | null;
  orders: number;
  createdAt: Date;
};

/**
 * One page of accounts, in order of their addresses, without deleted ones. A search is a range of the index, so its cost
 * does not grow with the number of accounts. `next` goes into the filter's `after`.
 */
export async function listCustomers(
  db: Db,
  { q, role, after }: CustomerFilter,
  size: number,
): Promise<{ rows: CustomerRow[]; next: string | null }> {
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
  const rows = await db.$queryRaw<(Omit<CustomerRow, "role"> & { roles: string[] })[]>`
    SELECT account.id, account.email, account.name, account.email_verified_at IS NOT NULL AS "isVerified",
      account.created_at AS "createdAt",
      ARRAY(SELECT role FROM user_roles WHERE user_id = account.id) AS roles,
      (SELECT count(*)::int FROM orders WHERE orders.user_id = account.id) AS orders
    FROM users AS account WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${email}, account.id LIMIT ${size + 1}::int`;
  const page = rows.slice(0, size).map(({ roles, ...row }) => ({ ...row, role: staffRoleOf(roles) }));
  return { rows: page, next: rows.length > size ? (page.at(-1)?.email ?? null) : null };
}

import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import { type StaffRole, staffRoleOf } from "@/lib/people/auth/roles";
import { type BuyerSums, buyerSums } from "./buyer-history";

/** The admin's search of people, as in the page's address. */
export const personFilterSchema = z.object({
  /** An email address or its beginning. */
  q: z.string().trim().toLowerCase().max(254).optional().catch(undefined),
  role: z.enum(["account", "guest", "admin"]).optional().catch(undefined),
  /** The previous page's last email. */
  after: z.string().max(254).optional().catch(undefined),
});

/** A person who may buy: an account with its own orders and its address's guest orders, or a guest's address. */
export type PersonRow = BuyerSums & {
  email: string;
  /** The account; null for a guest. */
  id: string | null;
  name: string | null;
  isVerified: boolean;
  /** Null for a customer. */
  role: StaffRole | null;
  tickets: number;
  notes: number;
  /** The account's beginning, or the guest's first order. */
  since: Date;
};

type FoundRow = Omit<PersonRow, "role"> & { roles: string[] };

/**
 * One page of people, in order of their addresses, without deleted accounts. Both sources are read by key, and a guest's
 * address by one look into its index, so the cost does not grow with the number of orders. `next` goes into the filter's
 * `after`.
 */
export async function listPeople(
  db: Db,
  filter: z.infer<typeof personFilterSchema>,
  size: number,
): Promise<ListPage<PersonRow>> {
  const limit = Prisma.sql`LIMIT ${size + 1}::int`;
  const sources = [
    ...(filter.role === "guest" ? [] : [accounts(filter, limit)]),
    ...(filter.role === undefined || filter.role === "guest" ? [guests(filter, limit)] : []),
  ];
  const found = await db.$queryRaw<FoundRow[]>`
    SELECT person.email, person.id, account.name, account.email_verified_at IS NOT NULL AS "isVerified",
      ARRAY(SELECT role FROM user_roles WHERE user_id = person.id) AS roles,
      bought.orders, bought."netCents", bought."refundedOrders", bought.disputes,
      (SELECT count(*) FROM support_tickets WHERE user_id = person.id)::int
        + (SELECT count(*) FROM support_tickets WHERE user_id IS NULL AND support_tickets.email = person.email)::int AS tickets,
      (SELECT count(*) FROM notes WHERE notes.user_id = person.id OR notes.email = person.email)::int AS notes,
      COALESCE(account.created_at, bought.first) AS since
    FROM (SELECT * FROM (${Prisma.join(sources, " UNION ALL ")}) AS both_kinds
      ORDER BY both_kinds.email COLLATE "C" ${limit}) AS person
    LEFT JOIN users AS account ON account.id = person.id
    CROSS JOIN LATERAL (SELECT ${buyerSums}, min(orders.created_at) AS first FROM (
      SELECT * FROM orders AS own WHERE own.user_id = person.id
      UNION ALL
      SELECT * FROM orders AS own WHERE own.user_id IS NULL AND own.email COLLATE "C" = person.email
    ) AS orders) AS bought
    ORDER BY person.email COLLATE "C"`;
  const { rows, next } = pageOf(found, size, ({ email }) => email);
  return { rows: rows.map(({ roles, ...row }) => ({ ...row, role: staffRoleOf(roles) })), next };
}

type Range = Pick<z.infer<typeof personFilterSchema>, "q" | "after">;

/** The addresses that begin with the search text and come after the previous page's last. */
function inRange(email: Prisma.Sql, { q, after }: Range): Prisma.Sql {
  const parts = [Prisma.sql`TRUE`];
  // U+10FFFF comes after every character.
  if (q) parts.push(Prisma.sql`${email} >= ${q} AND ${email} < ${`${q}\u{10FFFF}`}`);
  if (after) parts.push(Prisma.sql`${email} > ${after}`);
  return Prisma.join(parts, " AND ");
}

function accounts({ role, ...range }: z.infer<typeof personFilterSchema>, limit: Prisma.Sql): Prisma.Sql {
  const isStaff =
    role === "admin"
      ? Prisma.sql`EXISTS (SELECT FROM user_roles WHERE user_id = users.id AND role = 'admin')`
      : Prisma.sql`TRUE`;
  const email = Prisma.sql`users.email COLLATE "C"`;
  return Prisma.sql`(SELECT users.email, users.id FROM users
    WHERE users.anonymized_at IS NULL AND ${isStaff} AND ${inRange(email, range)} ORDER BY ${email} ${limit})`;
}

/**
 * Each step of the recursion finds the next address in the index that no account has; the limit ends it. A condition on
 * accounts after the recursion would be planned as a join that runs it to its end.
 */
function guests(range: Range, limit: Prisma.Sql): Prisma.Sql {
  const email = Prisma.sql`orders.email COLLATE "C"`;
  const isGuest = Prisma.sql`orders.user_id IS NULL
    AND (SELECT users.id FROM users WHERE users.email = orders.email) IS NULL`;
  const first = Prisma.sql`
    SELECT orders.email FROM orders WHERE ${isGuest} AND ${inRange(email, range)}
    ORDER BY ${email} LIMIT 1`;
  const further = Prisma.sql`
    SELECT orders.email FROM orders
    WHERE ${isGuest} AND ${email} > guest.email AND ${inRange(email, { q: range.q })}
    ORDER BY ${email} LIMIT 1`;
  return Prisma.sql`(WITH RECURSIVE guest AS (
      (${first}) UNION ALL SELECT (${further}) FROM guest WHERE guest.email IS NOT NULL
    )
    SELECT guest.email, NULL::uuid AS id FROM guest WHERE guest.email IS NOT NULL ${limit})`;
}

import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListPage, pageOf } from "@/lib/base/list-page";
import { containing } from "@/lib/base/text/containing";
import { jsonText } from "@/lib/base/text/json-text";
import { type StaffRole, staffRoleOf } from "@/lib/people/auth/roles";
import { type BuyerSums, buyerSums } from "./buyer-history";

/** The admin's search of people, as in the page's address. */
export const personFilterSchema = z.object({
  /** Any part of an email address. */
  q: z.string().trim().toLowerCase().max(254).optional().catch(undefined),
  role: z.enum(["account", "guest", "admin"]).optional().catch(undefined),
  sort: z.enum(["address", "value", "refunds", "newest"]).catch("address"),
  /** The cursor of the previous page. */
  after: z.string().max(600).optional().catch(undefined),
});

export type PersonFilter = z.infer<typeof personFilterSchema>;

/** An account with its own orders and its address's guest orders, or a guest's address with orders or tickets. */
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
  lastOrderAt: Date | null;
};

type FoundRow = Omit<PersonRow, "role"> & { roles: string[]; mark: string };

type SortKey = {
  column: Prisma.Sql;
  asNumber(key: Prisma.Sql): Prisma.Sql;
  ofNumber(mark: string): Prisma.Sql;
};

const isNumber: Omit<SortKey, "column"> = {
  asNumber: (key) => key,
  ofNumber: (mark) => Prisma.sql`${mark}::bigint`,
};

/** What the list is sorted by before the address, and how the cursor holds it. */
const sortKeys: Record<Exclude<PersonFilter["sort"], "address">, SortKey> = {
  value: { column: Prisma.sql`net_cents`, ...isNumber },
  refunds: { column: Prisma.sql`refunded_orders`, ...isNumber },
  newest: {
    column: Prisma.sql`last_order_at`,
    asNumber: (key) => Prisma.sql`(extract(epoch FROM ${key}) * 1000)::bigint`,
    ofNumber: (mark) => Prisma.sql`'epoch'::timestamptz + ${mark}::bigint * interval '1 millisecond'`,
  },
};

/**
 * One page of people, without deleted accounts. Who is on it is read by key from customer_sums, which is as old as the
 * last sweep; the figures of those are counted now. `next` goes into the filter's `after`.
 */
export async function listPeople(db: Db, filter: PersonFilter, size: number): Promise<ListPage<PersonRow>> {
  const sort = filter.sort === "address" ? null : sortKeys[filter.sort];
  const onPage = Prisma.sql`SELECT email, user_id, ${sort ? sort.asNumber(sort.column) : Prisma.sql`0`} AS mark
    FROM customer_sums WHERE ${conditions(filter, sort)}
    ORDER BY ${sort ? Prisma.sql`${sort.column} DESC, ${email} DESC` : email} LIMIT ${size + 1}::int`;
  const found = await db.$queryRaw<FoundRow[]>`
    SELECT person.email, account.id, account.name, account.email_verified_at IS NOT NULL AS "isVerified",
      ARRAY(SELECT role FROM user_roles WHERE user_id = account.id) AS roles,
      bought.orders, bought."netCents", bought."refundedOrders", bought.disputes, bought.last AS "lastOrderAt",
      (SELECT count(*) FROM support_tickets WHERE user_id = account.id)::int
        + (SELECT count(*) FROM support_tickets WHERE user_id IS NULL AND support_tickets.email = person.email)::int AS tickets,
      (SELECT count(*) FROM notes WHERE notes.user_id = account.id OR notes.email = person.email)::int AS notes,
      person.mark::text
    FROM (${onPage}) AS person
    LEFT JOIN users AS account ON account.id = person.user_id
    CROSS JOIN LATERAL (SELECT ${buyerSums}, max(orders.created_at) AS last FROM (
      SELECT * FROM orders AS own WHERE own.user_id = account.id
      UNION ALL
      SELECT * FROM orders AS own WHERE own.user_id IS NULL AND own.email COLLATE "C" = person.email
    ) AS orders) AS bought
    ORDER BY ${sort ? Prisma.sql`person.mark DESC, ${personEmail} DESC` : personEmail}`;
  const { rows, next } = pageOf(found, size, writeCursor);
  return { rows: rows.map(({ roles, mark: _, ...row }) => ({ ...row, role: staffRoleOf(roles) })), next };
}

const email = Prisma.sql`email COLLATE "C"`;
const personEmail = Prisma.sql`person.email COLLATE "C"`;

/** Reads only columns that each of the sorted indexes has. */
function conditions({ q, role, after }: PersonFilter, sort: SortKey | null): Prisma.Sql {
  const parts = [Prisma.sql`TRUE`];
  if (q) parts.push(Prisma.sql`email LIKE ${containing(q)}`);
  if (role === "account") parts.push(Prisma.sql`user_id IS NOT NULL`);
  if (role === "guest") parts.push(Prisma.sql`user_id IS NULL`);
  if (role === "admin")
    parts.push(Prisma.sql`user_id = ANY(ARRAY(SELECT user_id FROM user_roles WHERE role = 'admin'))`);
  const last = readCursor(after);
  if (last && sort)
    parts.push(Prisma.sql`(${sort.column}, ${email}) < (${sort.ofNumber(last.mark)}, ${last.email})`);
  if (last && !sort) parts.push(Prisma.sql`${email} > ${last.email}`);
  return Prisma.join(parts, " AND ");
}

const cursorSchema = jsonText().pipe(z.tuple([z.string().regex(/^-?\d{1,15}$/), z.string().max(254)]));

const writeCursor = ({ mark, email: last }: FoundRow) =>
  Buffer.from(JSON.stringify([mark, last])).toString("base64url");

/** An invalid cursor means the first page. */
function readCursor(text: string | undefined): { mark: string; email: string } | null {
  const parsed = cursorSchema.safeParse(Buffer.from(text ?? "", "base64url").toString("utf8"));
  if (!parsed.success) return null;
  const [mark, last] = parsed.data;
  return { mark, email: last };
}

import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { containing } from "@/lib/base/text/containing";
import { may, type Permission, type StaffRole } from "@/lib/people/auth/roles";
import type { TicketStatus } from "@/lib/people/support/ticket-status";
import { addressesWith } from "./addresses-with";
import { readSearch, type SearchTerms, type SearchVerb } from "./search-terms";

/** At most this many of each kind are found. */
const mostOfAKind = 6;

export type FoundOrder = {
  id: string;
  platformLabel: string;
  serviceLabel: string;
  username: string;
  target: string;
  email: string;
  priceTotalCents: number;
  status: OrderStatus;
  /** Something of its payment is left that could be refunded. */
  isPaid: boolean;
  /** A mail of it failed and can be sent again. */
  hasFailedMail: boolean;
  createdAt: Date;
};
/** An account, or a guest, who has no id. */
export type FoundCustomer = { id: string | null; email: string; name: string | null };
export type FoundTicket = { id: string; subject: string; email: string; status: TicketStatus };
export type FoundSupplier = { id: string; name: string; isActive: boolean };
export type FoundService = {
  platform: string;
  platformLabel: string;
  service: string;
  serviceLabel: string;
  name: string;
};
export type FoundSupplierService = { supplierId: string; supplier: string; externalId: string; name: string };

export type Found = {
  orders: FoundOrder[];
  customers: FoundCustomer[];
  tickets: FoundTicket[];
  suppliers: FoundSupplier[];
  services: FoundService[];
  supplierServices: FoundSupplierService[];
};

/**
 * What a text may mean, as far as the role may read it: orders by our number or its beginning, a supplier's number, an
 * id at Stripe, a link, an account or a part of an address; customers and tickets by a part of an address; suppliers
 * and services by name. An address that is newer than the last sweep is found by its beginning alone. Each meaning reads
 * one index, so the cost does not grow with the number of orders. A verb leaves only what it can be done to.
 */
export async function searchShop(db: Db, role: StaffRole | null, typed: string): Promise<Found> {
  const terms = readSearch(typed);
  const wants = (kind: keyof Found) => terms !== null && isWanted(kind, terms, role);
  const ask = async <Row>(kind: keyof Found, statement: (terms: SearchTerms) => Prisma.Sql | null) => {
    const query = terms && wants(kind) ? statement(terms) : null;
    return query ? db.$queryRaw<Row[]>(query) : [];
  };
  const [orders, customers, tickets, suppliers, services, supplierServices] = await Promise.all([
    ask<FoundOrder>("orders", ordersQuery),
    ask<FoundCustomer>("customers", customersQuery),
    ask<FoundTicket>("tickets", ticketsQuery),
    ask<FoundSupplier>("suppliers", suppliersQuery),
    ask<FoundService>("services", servicesQuery),
    ask<FoundSupplierService>("supplierServices", supplierServicesQuery),
  ]);
  return { orders, customers, tickets, suppliers, services, supplierServices };
}

const readWith = {
  orders: "orders.read",
  customers: "customers.read",
  tickets: "tickets.read",
  suppliers: "suppliers.read",
  services: "catalogue.read",
  supplierServices: "suppliers.read",
} as const;

/** What each verb can be done to, and who may do it. */
export const verbs: Record<SearchVerb, { to: (keyof Found)[]; permission: Permission }> = {
  refund: { to: ["orders"], permission: "refunds.request" },
  resend: { to: ["orders"], permission: "mails.resend" },
  block: { to: ["orders", "customers"], permission: "blocks.change" },
  pause: { to: ["suppliers"], permission: "suppliers.operate" },
  resume: { to: ["suppliers"], permission: "suppliers.operate" },
};

function isWanted(kind: keyof Found, { verb }: SearchTerms, role: StaffRole | null): boolean {
  if (verb && !(verbs[verb].to.includes(kind) && may(role, verbs[verb].permission))) return false;
  return may(role, readWith[kind]);
}

/** The branches of a statement one after the other, each row once; the first branches are the surest. */
function firstOf(columns: Prisma.Sql, branches: Prisma.Sql[]): Prisma.Sql | null {
  if (branches.length === 0) return null;
  const ranked = branches.map(
    (branch, rank) => Prisma.sql`(SELECT ${rank}::int AS rank, branch.* FROM (${branch}) AS branch)`,
  );
  return Prisma.sql`
    SELECT ${columns} FROM (
      SELECT DISTINCT ON (found.id) found.* FROM (${Prisma.join(ranked, " UNION ALL ")}) AS found ORDER BY found.id, found.rank
    ) AS found ORDER BY rank, found.created_at DESC LIMIT ${mostOfAKind}::int`;
}

/** The statement of the orders; null where the text can't name any. */
export function ordersQuery(terms: SearchTerms): Prisma.Sql | null {
  const from = (condition: Prisma.Sql, order: Prisma.Sql) =>
    Prisma.sql`SELECT * FROM orders AS o WHERE ${condition} ORDER BY ${order} LIMIT ${mostOfAKind}::int`;
  const newest = Prisma.sql`o.created_at DESC, o.id DESC`;
  const branches: Prisma.Sql[] = [];
  const { ids, numbers, links, username, usernamePrefix, emailPart, stripe } = terms;
  if (ids)
    branches.push(from(Prisma.sql`o.id BETWEEN ${ids.first}::uuid AND ${ids.last}::uuid`, Prisma.sql`o.id`));
  if (stripe) branches.push(from(among(stripeOrders(stripe)), newest));
  if (numbers) {
    branches.push(
      from(
        among(Prisma.sql`SELECT order_id FROM fulfillment_items
          WHERE provider_order_id = ANY(${numbers}) OR former_order_number = ANY(${numbers}) LIMIT 1000`),
        newest,
      ),
    );
  }
  if (links) {
    const items = Prisma.sql`SELECT order_id FROM fulfillment_items WHERE link = ANY(${links}) LIMIT 1000`;
    branches.push(from(among(items), newest));
  }
  if (username) branches.push(from(Prisma.sql`o.username COLLATE "C" = ${username}`, newest));
  const begin = (column: Prisma.Sql, prefix: string) => {
    const key = Prisma.sql`${column} COLLATE "C"`;
    branches.push(from(begins(key, prefix), Prisma.sql`${key}, ${newest}`));
  };
  if (emailPart) begin(Prisma.sql`o.email`, emailPart);
  if (usernamePrefix) begin(Prisma.sql`o.username`, usernamePrefix);
  if (emailPart) branches.push(ofAddressesWith(emailPart, Prisma.sql`orders`));
  return firstOf(
    Prisma.sql`id, platform_label AS "platformLabel", service_label AS "serviceLabel", username, target, email,
      price_total_cents AS "priceTotalCents", status::text, created_at AS "createdAt",
      paid_cents > refunded_cents AS "isPaid",
      -- A count, because PostgreSQL may read the whole table for an EXISTS.
      (SELECT count(*) FROM email_log WHERE order_id = found.id AND (state = 'failed' OR report = 'failed')) > 0
        AS "hasFailedMail"`,
    branches,
  );
}

/** Orders by ids that another table has: an array, because a join may read all orders by time until it has enough. */
const among = (ids: Prisma.Sql) => Prisma.sql`o.id = ANY (ARRAY(${ids}))`;

function stripeOrders({ object, id }: NonNullable<SearchTerms["stripe"]>): Prisma.Sql {
  switch (object) {
    case "payment_intent":
      return Prisma.sql`SELECT order_id FROM payment_attempts WHERE payment_intent_id = ${id}`;
    case "session":
      return Prisma.sql`SELECT order_id FROM payment_attempts WHERE stripe_session_id = ${id}`;
    case "refund":
      return Prisma.sql`SELECT order_id FROM refunds WHERE stripe_refund_id = ${id}`;
    case "charge":
      return Prisma.sql`SELECT order_id FROM card_attempts WHERE charge_id = ${id}`;
    case "dispute":
      return Prisma.sql`SELECT order_id FROM disputes WHERE stripe_dispute_id = ${id}`;
  }
}

/** The newest rows of all addresses with a part. One look for each, because a join may read all rows by time. */
const ofAddressesWith = (part: string, table: Prisma.Sql) => Prisma.sql`
  SELECT own.* FROM (${addressesWith(part)}) AS address CROSS JOIN LATERAL (
    SELECT * FROM ${table} AS each WHERE each.email COLLATE "C" = address.email
    ORDER BY each.created_at DESC, each.id DESC LIMIT ${mostOfAKind}::int
  ) AS own ORDER BY own.created_at DESC, own.id DESC LIMIT ${mostOfAKind}::int`;

/** A prefix as a range of an index in byte order; U+10FFFF sorts after every character. */
function begins(key: Prisma.Sql, prefix: string): Prisma.Sql {
  return Prisma.sql`${key} >= ${prefix} AND ${key} < ${`${prefix}\u{10FFFF}`}`;
}

/** The statement of the customers: those whose address begins with the text, then those that contain it. */
export function customersQuery({ emailPart }: SearchTerms): Prisma.Sql | null {
  if (!emailPart) return null;
  const key = Prisma.sql`person.email COLLATE "C"`;
  const from = (condition: Prisma.Sql) => Prisma.sql`
    SELECT person.email AS id, person.email, user_id, last_order_at AS created_at FROM customer_sums AS person
    WHERE ${condition}`;
  return firstOf(
    Prisma.sql`user_id AS id, email, (SELECT name FROM users WHERE users.id = user_id) AS name`,
    [
      Prisma.sql`${from(begins(key, emailPart))} ORDER BY ${key} LIMIT ${mostOfAKind}::int`,
      Prisma.sql`${from(Prisma.sql`person.email LIKE ${containing(emailPart)}`)} LIMIT ${mostOfAKind * 2}::int`,
    ],
  );
}

/** Ids of tickets begin with their time, so many share a beginning. */
const shortestTicketId = 8;

/** The statement of the tickets. */
export function ticketsQuery(terms: SearchTerms): Prisma.Sql | null {
  const branches: Prisma.Sql[] = [];
  const key = Prisma.sql`t.email COLLATE "C"`;
  if (terms.emailPart) {
    branches.push(
      Prisma.sql`SELECT * FROM support_tickets AS t WHERE ${begins(key, terms.emailPart)}
        ORDER BY ${key}, t.created_at DESC, t.id DESC LIMIT ${mostOfAKind}::int`,
      ofAddressesWith(terms.emailPart, Prisma.sql`support_tickets`),
    );
  }
  if (terms.ids && terms.text.length >= shortestTicketId) {
    const { first, last } = terms.ids;
    branches.unshift(
      Prisma.sql`SELECT * FROM support_tickets AS t WHERE t.id BETWEEN ${first}::uuid AND ${last}::uuid
        ORDER BY t.id LIMIT ${mostOfAKind}::int`,
      Prisma.sql`SELECT t.* FROM orders AS o JOIN support_tickets AS t ON t.order_id = o.id
        WHERE o.id BETWEEN ${first}::uuid AND ${last}::uuid LIMIT ${mostOfAKind}::int`,
    );
  }
  return firstOf(Prisma.sql`id, subject, email, status::text`, branches);
}

function suppliersQuery({ text }: SearchTerms): Prisma.Sql {
  return Prisma.sql`SELECT id, name, is_active AS "isActive" FROM suppliers
    WHERE name ILIKE ${containing(text)} ORDER BY name LIMIT ${mostOfAKind}::int`;
}

function servicesQuery({ text }: SearchTerms): Prisma.Sql {
  return Prisma.sql`SELECT own.platform_slug AS platform, platforms.label AS "platformLabel",
      own.service_slug AS service, service.label AS "serviceLabel", own.name
    FROM smm_services AS own JOIN platforms ON platforms.slug = own.platform_slug
    JOIN platform_services AS service ON service.platform = own.platform_slug AND service.slug = own.service_slug
    WHERE own.name ILIKE ${containing(text)}
      OR platforms.label || ' ' || service.label ILIKE ${containing(text)}
    ORDER BY own.id LIMIT ${mostOfAKind}::int`;
}

/** Suppliers' lists have some thousands of rows each. */
function supplierServicesQuery({ text }: SearchTerms): Prisma.Sql {
  return Prisma.sql`SELECT supplier.id AS "supplierId", supplier.name AS supplier, service.external_id AS "externalId",
      service.name
    FROM supplier_services AS service JOIN suppliers AS supplier ON supplier.id = service.supplier_id
    WHERE service.external_id = ${text} OR service.name ILIKE ${containing(text)}
    ORDER BY service.external_id = ${text} DESC, supplier.name, service.name LIMIT ${mostOfAKind}::int`;
}

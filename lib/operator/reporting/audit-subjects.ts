import type { AuditRow } from "@/lib/base/audit/list-audit";
import type { Db } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { inWords } from "@/lib/base/text/words";

/** What an entry is about, as a reader knows it, and the page that shows it. */
export type AuditSubject = { name: string; href: string | null };

type Subject = Pick<AuditRow, "subjectType" | "subjectId">;

/**
 * The subjects of entries by `<type>:<id>`, in one statement for each kind. What is gone, and what earlier releases wrote,
 * keeps its id.
 */
export async function nameAuditSubjects(db: Db, entries: Subject[]): Promise<Map<string, AuditSubject>> {
  const named = new Map<string, AuditSubject>();
  for (const type of new Set(entries.map(({ subjectType }) => subjectType))) {
    const some = entries.filter(({ subjectType }) => subjectType === type);
    const ids = [...new Set(some.map(({ subjectId }) => subjectId))];
    const names = await (readers[type]?.(db, ids.filter(isIdOf(type))) ?? []);
    const known = new Map(names.map(({ id, name, page }) => [id, { name, page }]));
    for (const id of ids) {
      const { name = nameOf(type, id), page = id } = known.get(id) ?? {};
      named.set(`${type}:${id}`, { name, href: pages[type]?.(page) ?? null });
    }
  }
  return named;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An entry of an earlier release may have an id of another form, which a statement would refuse. */
function isIdOf(type: string): (id: string) => boolean {
  if (type === "service") return (id) => /^\d{1,9}$/.test(id);
  return uuidTypes.has(type) ? (id) => uuid.test(id) : () => true;
}

const uuidTypes = new Set([
  "block",
  "item",
  "mail",
  "order",
  "refill",
  "reply",
  "supplier",
  "ticket",
  "user",
  "invitation",
]);

function nameOf(type: string, id: string): string {
  if (type === "order") return `#${shortOrderId(id)}`;
  if (type === "catalogue") return inWords(id);
  if (type === "legal_text" || type === "claim") return `“${inWords(id)}”`;
  return `${inWords(type)} ${uuid.test(id) ? shortOrderId(id) : id}`;
}

/** `page` is the id in the address of its page, where that is another row's. */
type Named = { id: string; name: string; page?: string };

const readers: Record<string, (db: Db, ids: string[]) => Promise<Named[]>> = {
  add_on: async (db, ids) =>
    (await db.addOnBundle.findMany({ where: { id: { in: ids } } })).map(({ id, quantity, service }) => ({
      id,
      name: `+${quantity.toLocaleString("en-US")} ${service}`,
    })),
  // From the log, which still has what was taken off the list.
  block: (db, ids) => db.$queryRaw<Named[]>`
    SELECT DISTINCT subject_id AS id, COALESCE(after, before)->>'value' AS name FROM audit_log
    WHERE subject_type = 'block' AND subject_id = ANY(${ids}) AND COALESCE(after, before)->>'value' IS NOT NULL`,
  item: async (db, ids) =>
    (
      await db.fulfillmentItem.findMany({ where: { id: { in: ids } }, select: { id: true, orderId: true } })
    ).map(({ id, orderId }) => ({ id, name: `#${shortOrderId(orderId)}`, page: orderId })),
  mail: async (db, ids) =>
    (await db.emailLog.findMany({ where: { id: { in: ids } } })).map(({ id, kind, recipient }) => ({
      id,
      name: `“${inWords(kind)}” to ${recipient}`,
    })),
  package: async (db, ids) =>
    (await db.package.findMany({ where: { id: { in: ids } } })).map(({ id, quantity, service }) => ({
      id,
      name: `${quantity.toLocaleString("en-US")} ${service}`,
    })),
  reply: async (db, ids) =>
    (await db.savedReply.findMany({ where: { id: { in: ids } } })).map(({ id, title }) => ({
      id,
      name: `“${title}”`,
    })),
  service: async (db, ids) =>
    (await db.smmService.findMany({ where: { id: { in: ids.map(Number) } } })).map(({ id, name }) => ({
      id: String(id),
      name,
    })),
  supplier: async (db, ids) =>
    db.supplier.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  ticket: async (db, ids) =>
    (await db.supportTicket.findMany({ where: { id: { in: ids } } })).map(({ id, subject }) => ({
      id,
      name: `“${subject}”`,
    })),
  user: async (db, ids) =>
    (await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } })).map(
      ({ id, email }) => ({ id, name: email }),
    ),
};

const to = (path: string) => () => path;

const pages: Record<string, (id: string) => string> = {
  add_on: to("/admin/catalog"),
  alert: to("/admin/operations"),
  block: to("/admin/blocks"),
  catalog: to("/admin/catalog"),
  catalogue: to("/admin/catalog/versions"),
  claim: to("/admin/going-live"),
  item: (id) => `/admin/orders/${id}`,
  job: to("/admin/operations"),
  legal_text: to("/admin/legal"),
  mail: to("/admin/operations"),
  order: (id) => `/admin/orders/${id}`,
  package: to("/admin/catalog"),
  reply: to("/admin/tickets/replies"),
  service: to("/admin/suppliers/mapping"),
  settings: to("/admin/settings"),
  supplier: (id) => `/admin/suppliers/${id}`,
  suppliers: to("/admin/suppliers"),
  ticket: (id) => `/admin/tickets/${id}`,
  user: (id) => `/admin/customers/${id}`,
};

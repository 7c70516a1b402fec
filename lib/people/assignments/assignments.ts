import { z } from "zod";
import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { AppError, conflict } from "@/lib/base/errors";
import { listStaff, type StaffRow } from "@/lib/people/customers/list-staff";

/** What can be assigned. */
export type AssignedKind = "order" | "ticket";

/** A form's administrator; the empty choice is nobody. */
export const assigneeSchema = z.union([z.uuid(), z.literal("").transform(() => null)]);

export type StaffMember = Pick<StaffRow, "id" | "email">;

/**
 * Makes an administrator the one who deals with an order or a ticket; null for none. Does nothing when that is so
 * already. Errors: not_found; conflict for an account that is no administrator's.
 */
export async function assign(
  db: Database,
  {
    kind,
    id,
    assigneeId,
    actor,
  }: { kind: AssignedKind; id: string; assigneeId: string | null; actor: Actor },
): Promise<void> {
  const subject = kind === "order" ? { orderId: id } : { ticketId: id };
  await db.$transaction(async (tx) => {
    const isThere =
      kind === "order"
        ? await tx.order.count({ where: { id } })
        : await tx.supportTicket.count({ where: { id } });
    if (isThere === 0) throw new AppError("not_found");
    const to = assigneeId === null ? null : (await listStaff(tx)).find((member) => member.id === assigneeId);
    if (to === undefined) throw conflict("This account is no longer an administrator's. Reload the page.");
    const before = await tx.assignment.findUnique({
      where: subject as { orderId: string },
      select: { assigneeId: true, assignee: { select: { email: true } } },
    });
    if ((before?.assigneeId ?? null) === assigneeId) return;
    await tx.assignment.deleteMany({ where: subject });
    if (assigneeId !== null) await tx.assignment.create({ data: { ...subject, assigneeId } });
    await recordAudit(tx, { actor }, `${kind}.assigned`, [kind, id], {
      before: { assignee: before?.assignee.email ?? null },
      after: { assignee: to?.email ?? null },
    });
  });
}

/** Who deals with these orders or tickets, by id; those that nobody deals with are left out. */
export async function assigneesOf(
  db: Db,
  kind: AssignedKind,
  ids: string[],
): Promise<Map<string, StaffMember>> {
  if (ids.length === 0) return new Map();
  const rows = await db.assignment.findMany({
    where: kind === "order" ? { orderId: { in: ids } } : { ticketId: { in: ids } },
    select: { orderId: true, ticketId: true, assignee: { select: { id: true, email: true } } },
  });
  return new Map(rows.map(({ orderId, ticketId, assignee }) => [orderId ?? ticketId ?? "", assignee]));
}

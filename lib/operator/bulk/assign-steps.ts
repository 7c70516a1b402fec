import type { z } from "zod";
import type { Actor } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { type AssignedKind, assign, assigneesOf } from "@/lib/people/assignments/assignments";
import { listStaff } from "@/lib/people/customers/list-staff";
import { type BulkPreview, type bulkRowsSchema, takeEach } from "./bulk-rows";

type Assigning = { kind: AssignedKind; assigneeId: string | null };

/** What assigning these orders or tickets would do. */
export async function previewAssign(
  db: Db,
  { kind, ids, assigneeId }: Assigning & { ids: string[] },
): Promise<BulkPreview[]> {
  const [assignees, staff, names] = await Promise.all([
    assigneesOf(db, kind, ids),
    listStaff(db),
    namesOf(db, kind, ids),
  ]);
  const to = staff.find(({ id }) => id === assigneeId)?.email ?? "nobody";
  return ids.map((id) => {
    const from = assignees.get(id);
    const isSame = (from?.id ?? null) === assigneeId;
    return {
      id,
      name: names.get(id) ?? id,
      does: isSame ? null : `From ${from?.email ?? "nobody"} to ${to}`,
      why: `It is assigned to ${to} already.`,
      seen: "",
    };
  });
}

async function namesOf(db: Db, kind: AssignedKind, ids: string[]): Promise<Map<string, string>> {
  if (kind === "order") return new Map(ids.map((id) => [id, `#${shortOrderId(id)}`]));
  const tickets = await db.supportTicket.findMany({
    where: { id: { in: ids } },
    select: { id: true, subject: true },
  });
  return new Map(tickets.map(({ id, subject }) => [id, subject.slice(0, 200)]));
}

/** Assigns previewed orders or tickets. Returns a line for each. */
export function assignAll(
  db: Database,
  rows: z.infer<typeof bulkRowsSchema>,
  { kind, assigneeId, actor }: Assigning & { actor: Actor },
): Promise<string> {
  return takeEach(rows, async (id) => {
    await assign(db, { kind, id, assigneeId, actor });
    return assigneeId === null ? "nobody has it now." : "assigned.";
  });
}

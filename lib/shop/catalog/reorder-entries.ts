import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import type { Surface } from "./catalog";
import type { ServiceType } from "./platforms";

/** The packages of a service, or, with `surface`, the add-ons that one page offers for it. */
type EntryGroup = { service: ServiceType; surface?: Surface };

/**
 * Sets the order in which a group is shown. Errors: conflict unless `ids` names each entry of the group exactly once,
 * hidden ones included, because the group was changed meanwhile.
 */
export async function reorderEntries(
  db: Database,
  { group, ids, ...audit }: AuditContext & { group: EntryGroup; ids: string[] },
): Promise<void> {
  const { service, surface } = group;
  await db.$transaction(async (tx) => {
    // The lock serialises concurrent reorders.
    const table = surface ? Prisma.sql`add_on_bundles` : Prisma.sql`packages`;
    await tx.$executeRaw`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`;
    const query = { select: { id: true, position: true }, orderBy: { position: "asc" } } as const;
    const held = surface
      ? await tx.addOnBundle.findMany({ where: { service, surface }, ...query })
      : await tx.package.findMany({ where: { service }, ...query });
    const known = held.map((entry) => entry.id);
    const isSame = ids.length === known.length && known.every((id) => ids.includes(id));
    if (!isSame) throw new AppError("conflict");
    if (known.every((id, place) => id === ids[place])) return;
    // The group keeps its positions among all entries and only permutes them.
    const places = held.map((entry) => entry.position);
    await tx.$executeRaw`UPDATE ${table} AS entry SET position = place.position
      FROM unnest(${ids}::text[], ${places}::int[]) AS place(id, position) WHERE entry.id = place.id`;
    const [action, id] = surface
      ? ["add_ons.reordered", `${surface}-${service}`]
      : ["packages.reordered", service];
    await recordAudit(tx, audit, action, ["catalog", id], { before: { ids: known }, after: { ids } });
  });
}

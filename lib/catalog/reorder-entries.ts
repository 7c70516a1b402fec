import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ServiceType } from "@/lib/platforms";
import type { Surface } from "./catalog";

/** What is shown in one row: a service's packages, or, with `surface`, the add-ons one page offers for it. */
export type EntryGroup = { service: ServiceType; surface?: Surface };

export type ReorderEntriesInput = { group: EntryGroup; ids: string[]; actor: Actor; reason: string };

/**
 * Puts the packages of a service, or the add-ons of a page, into the order in which they are shown. Every one of them,
 * hidden ones too, must be named exactly once, else somebody changed them meanwhile: conflict.
 */
export async function reorderEntries(
  db: Database,
  { group, ids, actor, reason }: ReorderEntriesInput,
): Promise<void> {
  const { service, surface } = group;
  await db.$transaction(async (tx) => {
    // Two who reorder at the same time do so one after the other.
    if (surface) await tx.$executeRaw`LOCK TABLE add_on_bundles IN SHARE ROW EXCLUSIVE MODE`;
    else await tx.$executeRaw`LOCK TABLE packages IN SHARE ROW EXCLUSIVE MODE`;
    const query = { select: { id: true, position: true }, orderBy: { position: "asc" } } as const;
    const held = surface
      ? await tx.addOnBundle.findMany({ where: { service, surface }, ...query })
      : await tx.package.findMany({ where: { service }, ...query });
    const known = held.map((entry) => entry.id);
    const isSame = ids.length === known.length && known.every((id) => ids.includes(id));
    if (!isSame) throw new AppError("conflict");
    if (known.every((id, place) => id === ids[place])) return;
    // The group keeps its places among all entries; only who stands on which changes.
    const places = held.map((entry) => entry.position);
    if (surface) {
      await tx.$executeRaw`UPDATE add_on_bundles AS entry SET position = place.position
        FROM unnest(${ids}::text[], ${places}::int[]) AS place(id, position) WHERE entry.id = place.id`;
    } else {
      await tx.$executeRaw`UPDATE packages AS entry SET position = place.position
        FROM unnest(${ids}::text[], ${places}::int[]) AS place(id, position) WHERE entry.id = place.id`;
    }
    await recordAudit(tx, {
      actor,
      action: surface ? "add_ons.reordered" : "packages.reordered",
      subjectType: "catalog",
      subjectId: surface ? `${surface}-${service}` : service,
      before: { ids: known },
      after: { ids },
      reason,
    });
  });
}

import { z } from "zod";
import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { checkbox } from "@/lib/base/text/form-fields";

const viewedLists = ["orders", "tickets", "customers"] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Marks of pages are no part of a filter. */
const left = ["after", "before"];

/** The form that saves the current filter of a list. */
export const savedViewSchema = z.object({
  list: z.enum(viewedLists),
  name: z.string().trim().min(1, "Enter a name.").max(60, "Use at most 60 characters."),
  query: z
    .string()
    .max(1_000)
    .transform((text) => {
      const query = new URLSearchParams(text);
      for (const name of left) query.delete(name);
      return query.toString();
    }),
  isShared: checkbox,
});

export type SavedView = { id: string; name: string; query: string; isShared: boolean };

const mostViews = 50;

/** The views of a list that an administrator has: their own and the shared ones, by name. */
export async function listSavedViews(
  db: Db,
  { list, userId }: { list: ViewedList; userId: string },
): Promise<SavedView[]> {
  const rows = await db.savedView.findMany({
    where: { list, OR: [{ ownerId: userId }, { ownerId: null }] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 2 * mostViews,
  });
  return rows.map(({ id, name, query, ownerId }) => ({ id, name, query, isShared: ownerId === null }));
}

/** Saves a list's filter under a name, for the actor or for all. Errors: conflict (there are 50 already). */
export async function saveView(
  db: Database,
  { isShared, actor, ...view }: z.infer<typeof savedViewSchema> & { actor: Actor },
): Promise<void> {
  const id = newId();
  const ownerId = isShared ? null : actor.id;
  await db.$transaction(async (tx) => {
    // Without a lock, two new ones at a time could exceed the limit.
    await tx.$executeRaw`LOCK TABLE saved_views IN SHARE ROW EXCLUSIVE MODE`;
    if ((await tx.savedView.count({ where: { list: view.list, ownerId } })) >= mostViews) {
      throw conflict(`There are already ${mostViews} views, which is the most. Delete one first.`);
    }
    await tx.savedView.create({ data: { id, ...view, ownerId } });
    // A search may hold a customer's address, which the log would keep forever.
    await recordAudit(tx, { actor }, "view.saved", ["view", id], { after: { list: view.list, isShared } });
  });
}

/** Deletes a shared view, or one of the actor's own; does nothing when there is none. */
export async function deleteView(
  db: Database,
  { viewId, actor }: { viewId: string; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.savedView.deleteMany({
      where: { id: viewId, OR: [{ ownerId: actor.id }, { ownerId: null }] },
    });
    if (count > 0) await recordAudit(tx, { actor }, "view.deleted", ["view", viewId]);
  });
}

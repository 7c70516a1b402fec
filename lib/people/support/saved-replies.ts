import { z } from "zod";
import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import type { SavedReply } from "@/lib/base/db/generated/client";
import { conflict, invalidField, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { shortOrderId } from "@/lib/base/order-id";

// All of them are options of the answer form's select.
const mostReplies = 100;

/** The placeholders that a saved reply may contain; each is filled from the ticket. */
const replyPlaceholders = ["{name}", "{order}", "{link}"];

/** A saved reply as an administrator writes it; without an id it is a new one. */
export const savedReplySchema = z.object({
  replyId: z.union([z.uuid(), z.literal("").transform(() => undefined)]).optional(),
  title: z.string().trim().min(1, "Enter a title.").max(80, "Use at most 80 characters."),
  text: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "Enter the reply.")
        .max(5_000, "Use at most 5,000 characters.")
        .refine(
          (text) => (text.match(/\{\w*\}/g) ?? []).every((found) => replyPlaceholders.includes(found)),
          `Only ${replyPlaceholders.join(", ")} are filled in.`,
        ),
    ),
});

export function listSavedReplies(db: Db): Promise<SavedReply[]> {
  return db.savedReply.findMany({ orderBy: [{ title: "asc" }, { id: "asc" }], take: mostReplies });
}

/** Adds or changes a saved reply. Errors: invalid_input (its title is taken), not_found, conflict (there are 100). */
export async function saveReply(
  db: Database,
  { replyId, title, text, actor }: z.infer<typeof savedReplySchema> & { actor: Actor },
): Promise<void> {
  const id = replyId ?? newId();
  try {
    await db.$transaction(async (tx) => {
      // Without a lock, two new ones at a time could exceed the limit.
      await tx.$executeRaw`LOCK TABLE saved_replies IN SHARE ROW EXCLUSIVE MODE`;
      const before = await tx.savedReply.findUnique({ where: { id } });
      if (replyId && !before) throw notFound("This reply was deleted.");
      if (!replyId && (await tx.savedReply.count()) >= mostReplies) {
        throw conflict(`There are already ${mostReplies} replies, which is the most. Delete one first.`);
      }
      await tx.$executeRaw`
        INSERT INTO saved_replies (id, title, text) VALUES (${id}::uuid, ${title}, ${text})
        ON CONFLICT (id) DO UPDATE SET title = EXCLUDED.title, text = EXCLUDED.text, updated_at = now()`;
      await recordAudit(tx, { actor }, "reply.saved", ["reply", id], {
        ...(before && { before: { title: before.title, text: before.text } }),
        after: { title, text },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalidField("title", "Another reply has this title.");
  }
}

/** Deletes a saved reply; does nothing when it is gone. */
export async function deleteReply(
  db: Database,
  { replyId, actor }: { replyId: string; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [deleted] = await tx.$queryRaw<{ title: string; text: string }[]>`
      DELETE FROM saved_replies WHERE id = ${replyId}::uuid RETURNING title, text`;
    if (!deleted) return;
    await recordAudit(tx, { actor }, "reply.deleted", ["reply", replyId], { before: deleted });
  });
}

/**
 * A saved reply with its placeholders filled from a ticket: the customer's name, the order's number, and the page where
 * the customer sees the order or else the ticket, never the order's own link, whose holder can act as the buyer. Errors:
 * not_found.
 */
export async function fillReply(
  db: Db,
  { replyId, ticketId, origin }: { replyId: string; ticketId: string; origin: string },
): Promise<string> {
  const [reply, ticket] = await Promise.all([
    db.savedReply.findUnique({ where: { id: replyId } }),
    db.supportTicket.findUnique({
      where: { id: ticketId },
      select: {
        userId: true,
        user: { select: { name: true } },
        order: { select: { id: true, userId: true } },
      },
    }),
  ]);
  if (!reply || !ticket) throw notFound("This reply or ticket was deleted.");
  const { order } = ticket;
  return filledText(reply.text, {
    name: ticket.user?.name ?? null,
    order: order && shortOrderId(order.id),
    link: `${origin}${linkOf(ticketId, ticket)}`,
  });
}

/** A guest has no page that opens without a secret link, but can have the order's link mailed. */
function linkOf(
  ticketId: string,
  { order, userId }: { order: { id: string; userId: string | null } | null; userId: string | null },
): string {
  if (order?.userId) return `/orders/${order.id}`;
  return userId ? `/tickets/${ticketId}` : "/track";
}

type ReplyFacts = { name: string | null; order: string | null; link: string };

/** The text with each placeholder replaced once; placeholders inside the inserted values are not replaced. Pure. */
export function filledText(text: string, { name, order, link }: ReplyFacts): string {
  const facts: Record<string, string> = {
    "{name}": name?.trim() || "there",
    "{order}": order ? `#${order}` : "your order",
    "{link}": link,
  };
  return text.replace(/\{\w+\}/g, (found) => facts[found] ?? found);
}

import { z } from "zod";
import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import type { Note } from "@/lib/base/db/generated/client";
import { notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { withIsoDates } from "@/lib/base/time/time";
import { emailSchema } from "@/lib/mail/address/address";
import { hideOrderLinks } from "@/lib/people/support/ticket-message";

/** What a note is about: an order, an account, or a guest by address. */
export type NoteSubject = { orderId: string } | { userId: string } | { email: string };

const longestNote = 2_000;
const mostListed = 100;

/** The form of a note; its subject comes with it. */
export const noteSchema = z
  .object({
    orderId: z.uuid().optional(),
    userId: z.uuid().optional(),
    email: emailSchema.optional(),
    text: z
      .string({ error: "Write the note first." })
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          .min(1, "Write the note first.")
          .max(longestNote, `Use at most ${longestNote.toLocaleString("en-US")} characters.`),
      ),
  })
  .transform(({ text, orderId, userId, email }, context) => {
    if (orderId) return { text, about: { orderId } };
    if (userId) return { text, about: { userId } };
    if (email) return { text, about: { email } };
    context.addIssue({
      code: "custom",
      path: ["text"],
      message: "Reload the page, then save the note again.",
    });
    return z.NEVER;
  });

/**
 * Adds a note of the team. The secret part of orders' links is left out. The audit log, which is kept forever, says that
 * there was a note, never what it said. Errors: not_found (no such order or account).
 */
export async function addNote(
  db: Database,
  { about, text, actor }: { about: NoteSubject; text: string; actor: Actor },
): Promise<void> {
  const id = newId();
  await db.$transaction(async (tx) => {
    const isThere =
      ("orderId" in about && (await tx.order.count({ where: { id: about.orderId } })) > 0) ||
      ("userId" in about && (await tx.user.count({ where: { id: about.userId, anonymizedAt: null } })) > 0) ||
      "email" in about;
    if (!isThere) throw notFound("This order or account was deleted.");
    await tx.note.create({
      data: { id, ...about, body: hideOrderLinks(text), authorId: actor.id, author: actor.email },
    });
    await recordAudit(tx, { actor }, "note.added", subjectOf(id, about), { after: { noteId: id } });
  });
}

/** Deletes a note; does nothing when it is gone. */
export async function deleteNote(
  db: Database,
  { noteId, actor }: { noteId: string; actor: Actor },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [note] = await tx.$queryRaw<{ orderId: string | null; userId: string | null }[]>`
      DELETE FROM notes WHERE id = ${noteId}::uuid RETURNING order_id AS "orderId", user_id AS "userId"`;
    if (!note) return;
    await recordAudit(tx, { actor }, "note.deleted", subjectOf(noteId, note), { before: { noteId } });
  });
}

/** A guest's address does not go into the audit log. */
function subjectOf(
  noteId: string,
  { orderId, userId }: { orderId?: string | null; userId?: string | null; email?: string | null },
): [string, string] {
  if (orderId) return ["order", orderId];
  return userId ? ["user", userId] : ["note", noteId];
}

export type ListedNote = ReturnType<typeof toListed>;

/** The newest notes about any of these subjects, at most a hundred. */
export async function listNotes(db: Db, subjects: NoteSubject[]): Promise<ListedNote[]> {
  const rows = await db.note.findMany({
    where: { OR: subjects },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostListed,
  });
  return rows.map(toListed);
}

const toListed = (note: Note) => withIsoDates(note, ["id", "orderId", "body", "author", "createdAt"]);

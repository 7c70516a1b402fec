"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/base/db/client";
import { addNote, deleteNote, noteSchema } from "@/lib/people/notes/notes";

export const addNoteAction = adminAction("notes.change", noteSchema, async (note, actor) => {
  await addNote(getDb(), { ...note, actor });
  return "Saved. Only your team sees this note.";
});

export const deleteNoteAction = adminAction(
  "notes.change",
  z.object({ noteId: z.uuid() }),
  async (input, actor) => {
    await deleteNote(getDb(), { ...input, actor });
    return "Deleted.";
  },
);

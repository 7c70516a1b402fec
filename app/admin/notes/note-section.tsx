import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionField } from "@/components/admin/action-form";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { Textarea } from "@/components/ui/textarea";
import type { ListedNote } from "@/lib/people/notes/notes";
import { addNoteAction, deleteNoteAction } from "./actions";

type NoteSectionProps = {
  notes: ListedNote[];
  /** The subject of a new note: `orderId`, `userId` or `email`. */
  about: Record<string, string>;
  /** The order whose page this is; notes about something else say so. */
  orderId?: string;
};

/** What the team noted, newest first. Customers' pages never show it. */
export function NoteSection({ notes, about, orderId }: NoteSectionProps) {
  return (
    <AdminSection
      title="Notes"
      anchor="notes"
      actions={
        <AllowedDialog
          label="Add a note"
          detail="Only your team sees it. It is part of what the person gets when they ask for their data, and it is deleted after two years."
          submitLabel="Save the note"
          hasReason={false}
          action={addNoteAction}
          hidden={about}
        >
          <ActionField name="text" label="Note">
            <Textarea name="text" required maxLength={2000} className="min-h-28" />
          </ActionField>
        </AllowedDialog>
      }
    >
      <AdminList empty="No notes yet." most={["newest", 100]} className="gap-3 text-sm">
        {notes.map((note) => (
          <li key={note.id} className="flex flex-wrap items-start justify-between gap-x-4">
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="whitespace-pre-line wrap-anywhere">{note.body}</span>
              <span className="text-xs wrap-anywhere text-muted-foreground">
                {orderId && note.orderId !== orderId ? "About the buyer, " : ""}
                {note.author}, <LocalTime at={note.createdAt} />
              </span>
            </span>
            <AllowedDialog
              label="Delete"
              ariaLabel={`Delete the note: ${note.body.slice(0, 60)}`}
              variant="ghost"
              title="Delete this note"
              detail="This can't be undone."
              submitLabel="Delete it"
              isDestructive
              hasReason={false}
              action={deleteNoteAction}
              hidden={{ noteId: note.id }}
            />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

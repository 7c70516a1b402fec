import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Textarea } from "@/components/ui/textarea";
import { getDb } from "@/lib/base/db/client";
import type { SavedReply } from "@/lib/base/db/generated/client";
import { listSavedReplies } from "@/lib/people/support/saved-replies";
import { deleteReplyAction, saveReplyAction } from "../actions";

export const metadata: Metadata = { title: "Saved replies" };

/** The texts that the answer form of a ticket offers. */
export default async function SavedRepliesPage() {
  await requireAdmin("tickets.read");
  const replies = await listSavedReplies(getDb());
  return (
    <>
      <AdminHeading
        title="Saved replies"
        intro="The answer form of every ticket offers these texts. You can change a text before you send it."
      >
        <ButtonLink href="/admin?tab=tickets" prefetch={false} variant="outline" size="sm">
          Tickets
        </ButtonLink>
        <EditReply label="New reply" />
      </AdminHeading>
      {replies.length === 0 ? (
        <EmptyState
          title="No saved replies yet"
          detail="Save what you write often, so that an answer takes three taps."
        />
      ) : null}
      <ul className="flex flex-col gap-4 empty:hidden">
        {replies.map((reply) => (
          <li
            key={reply.id}
            className="flex min-w-0 flex-col gap-3 rounded-xl border border-border bg-card p-4 sm:p-6"
          >
            <h2 className="font-semibold wrap-anywhere">{reply.title}</h2>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere">{reply.text}</p>
            <div className="flex flex-wrap gap-2">
              <EditReply label="Edit" reply={reply} />
              <AllowedDialog
                label="Delete"
                ariaLabel={`Delete ${reply.title}`}
                title={`Delete “${reply.title}”`}
                detail="The answer form no longer offers it."
                isDestructive
                hasReason={false}
                hidden={{ replyId: reply.id }}
                action={deleteReplyAction}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function EditReply({ label, reply }: { label: string; reply?: SavedReply }) {
  return (
    <AllowedDialog
      label={label}
      variant={reply ? "outline" : "default"}
      title={reply ? `Edit “${reply.title}”` : "New reply"}
      detail="{name} becomes the customer's name, {order} the order's number, {link} the page where the customer sees it."
      submitLabel="Save reply"
      hasReason={false}
      hidden={{ replyId: reply?.id ?? "" }}
      action={saveReplyAction}
      {...(reply && { ariaLabel: `Edit ${reply.title}` })}
    >
      <ActionInput name="title" label="Title" defaultValue={reply?.title} maxLength={80} required />
      <ActionField name="text" label="Reply">
        <Textarea name="text" defaultValue={reply?.text} maxLength={5000} required className="min-h-40" />
      </ActionField>
    </AllowedDialog>
  );
}

import { cache } from "react";
import { visitorMay } from "@/app/_server/session";
import { getDb } from "@/lib/base/db/client";
import { listSavedReplies } from "@/lib/people/support/saved-replies";
import { type AnsweredTicket, TicketAnswer } from "./ticket-answer";

const replyChoices = cache(async () =>
  (await listSavedReplies(getDb())).map(({ id, title }) => ({ id, title })),
);

/** A ticket's answer form with the saved replies, for visitors who may answer. */
export async function AnswerForm({ ticket }: { ticket: AnsweredTicket }) {
  if (!(await visitorMay("tickets.change"))) return null;
  return <TicketAnswer ticket={ticket} replies={await replyChoices()} />;
}

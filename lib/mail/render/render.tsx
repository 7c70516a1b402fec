import { type MailKind, mailPropsSchemas } from "@/lib/mail/queue/mails";
import { accountMails } from "./render-account";
import { type ComposeContext, type Composers, renderParts } from "./render-composer";
import { orderMails } from "./render-order";
import { supportMails } from "./render-support";

const composers: Composers = { ...accountMails, ...orderMails, ...supportMails };

/**
 * Renders a mail from its row's props and the rows it is about: HTML and plain text. Throws when a row is gone, the
 * props do not match their schema, or a token can't be unsealed.
 */
export async function renderMail(
  context: ComposeContext,
  kind: MailKind,
  props: unknown,
): Promise<{ subject: string; html: string; text: string }> {
  // TypeScript does not relate a kind's composer to its schema.
  const { subject, body } = await composers[kind](context, mailPropsSchemas[kind].parse(props) as never);
  return { subject: oneLine(subject), ...(await renderParts(body)) };
}

/** A subject is a header, so line breaks and control characters become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

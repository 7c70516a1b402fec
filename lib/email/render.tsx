import type { MailKind } from "./mails";
import { accountMails } from "./render-account";
import type { ComposeContext, Composers } from "./render-composer";
import { orderMails } from "./render-order";
import { renderParts } from "./render-parts";
import { supportMails } from "./render-support";

export type RenderedMail = { subject: string; html: string; text: string };

const composers: Composers = { ...accountMails, ...orderMails, ...supportMails };

/**
 * Renders a mail of a kind from its props and the rows it is about: HTML and a plain-text part. Links carry the
 * shop's own origin. Throws where a row is gone, the props are not the kind's, or a token does not open.
 */
export async function renderMail(
  context: ComposeContext,
  kind: MailKind,
  props: unknown,
): Promise<RenderedMail> {
  const { subject, body } = await composers[kind](context, props);
  return { subject: oneLine(subject), ...(await renderParts(body)) };
}

/** A subject is a header: whatever would end its line is a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

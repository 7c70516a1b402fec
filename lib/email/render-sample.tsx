import type { MailShop } from "@/emails/layout";
import { sampleMails } from "@/emails/samples";
import type { MailKind } from "./mails";
import { renderParts } from "./render-composer";

/** A mail of a kind with made-up facts, for the preview page. */
export function renderSample(shop: MailShop, kind: MailKind): Promise<{ html: string; text: string }> {
  return renderParts(sampleMails(shop)[kind]);
}

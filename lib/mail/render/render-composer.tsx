import { render } from "@react-email/render";
import type { ReactElement } from "react";
import type { MailShop } from "@/emails/layout";
import type { Db } from "@/lib/base/db/client";
import { unseal } from "@/lib/base/secret-box";
import type { MailKind, MailProps } from "@/lib/mail/queue/mails";

/** What composers use besides the props. */
export type ComposeContext = {
  db: Db;
  shop: MailShop;
  /** SHOP_SECRET, which opens the links' tokens. */
  secret: string;
  orderId: string | null;
};

type ComposedMail = { subject: string; body: ReactElement };

/** A composer per kind, which gets the row's parsed props. */
export type Composers = {
  [Kind in MailKind]: (
    context: ComposeContext,
    props: MailProps<Kind>,
  ) => ComposedMail | Promise<ComposedMail>;
};

/** A link with its token, which is in plain text only in the mail. */
export function linkWith({ shop, secret }: ComposeContext, path: string, sealedToken: string): string {
  return `${shop.origin}${path}?token=${encodeURIComponent(unseal(secret, "mailed-link", sealedToken))}`;
}

// In the plain text, a heading is a line like any other, not in capitals.
const plainText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: "h1", options: { uppercase: false } }] },
} as const;

/** A template's two parts: HTML, and the same in plain text. */
export async function renderParts(body: ReactElement): Promise<{ html: string; text: string }> {
  const [html, text] = await Promise.all([render(body), render(body, plainText)]);
  return { html, text };
}

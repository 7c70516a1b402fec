import { z } from "zod";
import type { MailShop } from "@/emails/layout";
import { unseal } from "@/lib/base/secret-box";
import type { MailContext } from "@/lib/mail/queue/mail";

/** The props of a mail with a link, as its row holds them. */
export const byToken = z.object({
  /** The link's token, sealed (lib/base/secret-box.ts), so that a copy of the database gives access to no account. */
  sealedToken: z.string(),
});

/** The facts of a mail with a link, whose token is in plain text only in the mail. */
export const linkTo =
  (path: string) =>
  ({ shop, secret }: MailContext, { sealedToken }: z.output<typeof byToken>) => ({
    shop,
    url: `${shop.origin}${path}?token=${encodeURIComponent(unseal(secret, "mailed-link", sealedToken))}`,
  });

export const sampleLinkTo = (path: string) => (shop: MailShop) => ({
  shop,
  url: `${shop.origin}${path}?token=sample`,
});

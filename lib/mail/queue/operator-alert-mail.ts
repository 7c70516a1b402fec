import { z } from "zod";
import type { MailShop } from "@/emails/layout";
import { OperatorAlertMail } from "@/emails/support";
import { storable } from "@/lib/base/text/storable-text";
import { inWords } from "@/lib/base/text/words";
import { defineMail } from "./mail";

const alertSchema = z.object({
  kind: z.string(),
  message: z.string(),
  /** The page where the alert is dealt with; a mail of an earlier release without a path links to the list. */
  path: z.string().default("/admin/now"),
});

export const operatorAlertMail = defineMail({
  kind: "operator-alert",
  sentDespite: "complaints",
  props: alertSchema,
  facts: ({ shop }, { kind, message, path }) => ({ shop, kind, message, adminUrl: `${shop.origin}${path}` }),
  subject: ({ shop, message }) => `${shop.name}: ${storable(message, 120)}`,
  template: OperatorAlertMail,
  sample: (shop) => ({
    shop,
    kind: "low_balance",
    message:
      "Supplier Northwind has $12.40 left, less than the $20.00 you asked for. Top it up, or orders will wait.",
    adminUrl: `${shop.origin}/admin/now`,
  }),
});

const longestMessage = 600;

/**
 * An alert's message for a chat, from the props of its row: the shop, the kind, a short text and the link. It names no
 * customer. Null if the props don't match. Pure.
 */
export function alertText(shop: MailShop, stored: unknown): string | null {
  const alert = alertSchema.safeParse(stored).data;
  if (!alert) return null;
  // Before the cut, which would leave a part of an address.
  const short = storable(alert.message.replace(/[^\s@<>]+@[^\s@<>]+\.\w+/g, "…"), longestMessage);
  return `${shop.name}: ${inWords(alert.kind)}\n${short}\n${shop.origin}${alert.path}`;
}

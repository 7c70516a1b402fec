import { z } from "zod";
import { ConfirmOrderEmailMail, OrderEmailChangedMail } from "@/emails/order-progress";
import { defineMail } from "@/lib/mail/queue/mail";
import { getMailedOrder, orderMailFacts } from "@/lib/orders/order/order-mail";
import { byToken, linkTo, sampleLinkTo } from "./mailed-link";

const path = "/order-email";
const sampleNumber = "5f3c9a1e";

/**
 * To the address that replaces a guest order's, with the link that confirms it. Until then the address may be a
 * stranger's, so the mail has neither the order's link nor the profile.
 */
export const confirmOrderEmailMail = defineMail({
  kind: "confirm-order-email",
  sentDespite: "bounces",
  props: byToken,
  async facts(context, props) {
    const { shortId } = orderMailFacts(context, await getMailedOrder(context));
    return { ...linkTo(path)(context, props), shortId };
  },
  subject: ({ shortId }) => `Confirm this address for your order #${shortId}`,
  template: ConfirmOrderEmailMail,
  sample: (shop) => ({ ...sampleLinkTo(path)(shop), shortId: sampleNumber }),
});

/** To the address that the order had before. */
export const orderEmailChangedMail = defineMail({
  kind: "order-email-changed",
  props: z.object({ newEmailMasked: z.string() }),
  async facts(context, { newEmailMasked }) {
    const { shop, shortId } = orderMailFacts(context, await getMailedOrder(context));
    return { shop, shortId, newEmailMasked };
  },
  subject: ({ shortId }) => `The email address of order #${shortId} was changed`,
  template: OrderEmailChangedMail,
  sample: (shop) => ({ shop, shortId: sampleNumber, newEmailMasked: "m•••@example.com" }),
});

import { z } from "zod";
import { OrderConfirmedMail, type Outlook } from "@/emails/order-payment";
import { PaymentFailedMail } from "@/emails/order-progress";
import type { Order } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { defineMail, type MailContext } from "@/lib/mail/queue/mail";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { readSelectedPosts } from "@/lib/orders/order/item-target";
import {
  getMailedOrder,
  orderMailFacts,
  sampleOrderFacts,
  unpaidMailFacts,
} from "@/lib/orders/order/order-mail";
import { unitOfItem } from "@/lib/orders/order/order-parts";
import { targetName } from "@/lib/orders/views/target-names";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { acceptedVersions, readAcceptance } from "@/lib/shop/legal/acceptance";
import { findText } from "@/lib/shop/legal/find-text";
import { legalTitles, versionPath } from "@/lib/shop/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";

export const orderConfirmedMail = defineMail({
  kind: "order-confirmed",
  sentDespite: "complaints",
  props: z.object({}),
  async facts(context) {
    const order = await getMailedOrder(context);
    const facts = orderMailFacts(context, order);
    const lines = await context.db.orderLine.findMany({
      where: { orderId: order.id },
      orderBy: { position: "asc" },
    });
    return {
      ...facts,
      outlook: outlookOf(order),
      lines: lines.map(({ label, count, amountCents }) => ({
        label,
        count,
        amount: formatCents(amountCents),
      })),
      posts: readSelectedPosts(order.selectedPosts).map(({ kind, postUrl, quantity }, index) => ({
        name: targetName(order.platform, kind, index),
        url: postUrl,
        amount: amountLabel(quantity, unitOfItem(order, order)),
      })),
      total: formatCents(order.paidCents),
      paidAt: mailTime(order.paidAt ?? order.createdAt),
      agreed: await agreedTo(context, order),
      withdrawUrl: context.shop.takesWithdrawals ? `${facts.orderUrl}/withdraw` : null,
    };
  },
  subject: ({ outlook, what }) =>
    `${outlook === "on_its_way" ? "Order confirmed" : "Payment received"}: ${what}`,
  template: OrderConfirmedMail,
  sample: (shop) => ({
    ...sampleOrderFacts(shop),
    outlook: "on_its_way" as const,
    lines: [
      { label: "1,000 followers", count: 1, amount: "$13.49" },
      { label: "+500 followers", count: 2, amount: "$7.48" },
    ],
    posts: [],
    total: "$20.97",
    paidAt: "Nov 20, 2026, 9:41 AM UTC",
    agreed: {
      statement: "By paying you agree to the Terms of Service and the Refund Policy.",
      texts: [
        {
          title: "Terms of Service, version 1",
          url: `${shop.origin}/legal/terms/1`,
          lines: ["1. Use", "You may order for accounts that are yours."],
        },
      ],
    },
    withdrawUrl: `${shop.origin}/order/sample/withdraw`,
  }),
});

/** An order may be held or stopped as soon as it is paid: by a blocked card, or by a refund before the settlement. */
function outlookOf({ status, blockedAt }: Order): Outlook {
  if (status === "failed") return "stopped";
  return blockedAt === null ? "on_its_way" : "held";
}

/**
 * The buyer's agreement: the line beside the button, and the accepted versions of the texts with their addresses. The
 * contract's texts are word for word, because a link is not a durable medium. Null if nothing was stored.
 */
async function agreedTo({ db, shop }: MailContext, order: Order) {
  const acceptance = readAcceptance(order.acceptance);
  if (!acceptance) return null;
  const texts = acceptedVersions(acceptance).map(async ({ kind, version }) => {
    const text = kind === "privacy" ? null : await findText(db, kind, version);
    return {
      title: `${legalTitles[kind]}, version ${version}`,
      url: `${shop.origin}${versionPath(kind, version)}`,
      lines: text ? plainLines(parseLegalText(text.body, acceptance.shop)) : [],
    };
  });
  return { statement: acceptance.statement, texts: await Promise.all(texts) };
}

export const paymentFailedMail = defineMail({
  kind: "payment-failed",
  props: z.object({}),
  facts: async (context) => unpaidMailFacts(context, await getMailedOrder(context)),
  subject: ({ what }) => `Your payment did not go through: ${what}`,
  template: PaymentFailedMail,
  sample: sampleOrderFacts,
});

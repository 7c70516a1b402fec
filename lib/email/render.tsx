import { render } from "@react-email/render";
import { OrderConfirmedMail } from "@/emails/order-confirmed";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { shortOrderId } from "@/lib/ids";
import { formatCents } from "@/lib/money";
import { platformLabels } from "@/lib/platforms";
import type { MailKind } from "./mails";

export type MailShop = { name: string; supportEmail: string; origin: string };
export type RenderedMail = { subject: string; html: string; text: string };

/** Renders a mail of a kind from the rows it is about: HTML and a plain-text part. Links carry the shop's own origin. */
export async function renderMail(
  db: Db,
  kind: MailKind,
  orderId: string | null,
  shop: MailShop,
): Promise<RenderedMail> {
  switch (kind) {
    case "order-confirmed":
      return orderConfirmed(db, orderId, shop);
    default:
      throw new AppError("internal", { detail: `no template for ${kind} yet` });
  }
}

async function orderConfirmed(db: Db, orderId: string | null, shop: MailShop): Promise<RenderedMail> {
  const order = await db.order.findUnique({
    where: { id: orderId ?? "" },
    include: { lines: { orderBy: { position: "asc" } } },
  });
  if (!order) throw new AppError("internal", { detail: "a confirmation without an order" });
  const what = `${platformLabels[order.platform]} ${order.serviceType} for @${order.username}`;
  const mail = (
    <OrderConfirmedMail
      shop={shop}
      orderUrl={`${shop.origin}/order/${order.token}`}
      shortId={shortOrderId(order.id)}
      subjectLine={what}
      lines={order.lines.map(({ label, count, amountCents }) => ({
        label,
        count,
        amount: formatCents(amountCents),
      }))}
      total={formatCents(order.paidCents)}
      paidAt={(order.paidAt ?? order.createdAt).toUTCString()}
    />
  );
  const [html, text] = await Promise.all([render(mail), render(mail, { plainText: true })]);
  return { subject: oneLine(`Order confirmed: ${what}`), html, text };
}

/** A subject is a header: whatever would end its line is a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

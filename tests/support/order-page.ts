import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LiveOrder } from "@/components/orders/live-order";
import { OrderHistoryCard } from "@/components/orders/order-history-card";
import type { Database } from "@/lib/base/db/client";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { listOwnOrders } from "@/lib/orders/views/own-orders";
import { customerFactory } from "./factories";

const idle = async () => ({ ok: true as const, data: null });
const router = {
  back: () => {},
  forward: () => {},
  refresh: () => {},
  push: () => {},
  replace: () => {},
  prefetch: () => {},
};

/** An order's page as a browser without JavaScript gets it. */
export async function renderOrderPage(db: Database, token: string) {
  const [view, withdrawal] = await Promise.all([findOrderView(db, token), findWithdrawal(db, token)]);
  if (!view || !withdrawal) throw new Error("an order has a page");
  const page = createElement(LiveOrder, {
    initial: view,
    isCanceled: false,
    canOrderAgain: true,
    replyTime: " within 24 hours",
    actions: { payAgain: idle, request: idle, object: idle, fixTarget: idle },
    review: null,
    withdrawal,
  });
  const html = renderToStaticMarkup(createElement(AppRouterContext, { value: router as never }, page));
  return { view, html, text: textOf(html) };
}

/** Its card in the order history of an account that has it. */
export async function renderHistoryCard(db: Database, orderId: string) {
  const { id: userId } = await customerFactory(db);
  await db.order.update({ where: { id: orderId }, data: { userId } });
  const { orders } = await listOwnOrders(db, { userId, limit: 1 });
  const order = orders[0];
  if (!order) throw new Error("an order has a card");
  return textOf(renderToStaticMarkup(createElement(OrderHistoryCard, { order })));
}

/** The text of a page, one block a line. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<(svg|script|style)[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<\/(p|h\d|li|dt|dd|div|button|a|summary|label|span|legend)>/g, "\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
}

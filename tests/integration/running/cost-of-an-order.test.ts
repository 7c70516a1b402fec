import { expect, it } from "vitest";
import { createOrder } from "@/lib/buyer/checkout/create-order";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { paidOrderFactory } from "../../support/factories";
import { usePanel } from "../../support/panel";
import { likesOrder } from "../../support/purchase";
import { newGuest, orderInput, sessionIdOf, useShopAtStripe } from "../../support/shop";
import { withWatchedConnection } from "../../support/statements";
import { submitOptions } from "../../support/submitting";

const { database, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);

it("an order costs the database few statements and transactions", async () => {
  await withWatchedConnection(database.current.url, async (connection) => {
    const { db } = connection;
    const deps = { ...shop.deps(), db };
    deps.social = { ...deps.social, db };
    const sending = { ...submitOptions(database.current), db, social: null };
    const polling = { db, provider: sending.provider, baseMs: 1_000, budgetMs: 10_000 };
    const costs: Record<string, [statements: number, transactions: number]> = {};
    const buy = async (username: string, cost: <T>(step: string, work: () => Promise<T>) => Promise<T>) => {
      // The page has looked the profile up before its visitor pays.
      await lookupProfile(deps.social, "instagram", username);
      const { url, orderId, orderUrl } = await cost("place it", () =>
        createOrder(deps, orderInput({ username }), newGuest(), null),
      );
      await stripe.pay(sessionIdOf(url));
      await cost("settle its payment", () => settlePayment(deps, sessionIdOf(url)));
      const { items } = await shop.order(orderId);
      await cost("send it", () => submitItem(sending, items[0]?.id ?? ""));
      return orderUrl.replace("/order/", "");
    };
    const count = async <T>(step: string, work: () => Promise<T>) => {
      connection.clear();
      const result = await work();
      const begun = connection.all().filter((text) => text === "BEGIN");
      costs[step] = [connection.statements().length, begun.length];
      return result;
    };
    // A first order, because a process reads some rows once; for another account, because orders for one wait in line.
    await buy("wanderwithmara", (_, work) => work());
    const token = await buy("warmcrumbs", count);
    const [post] = await listPosts(deps.social, "instagram", "wanderwithmara");
    const likes = { ...likesOrder, selectedPosts: [{ postId: post?.id, likesToAdd: 100 }] };
    await count("place one for a post", () => createOrder(deps, orderInput(likes), newGuest(), null));
    for (let nth = 0; nth < 20; nth++) {
      const { item } = await paidOrderFactory(database.current.db, { username: `follower${nth}` });
      await submitItem(sending, item.id);
    }
    await panel.control({ speed: 0 });
    await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now() - interval '1 second' WHERE state = 'submitted'`;
    expect(await count("ask about 22 of a supplier and complete them", () => pollItems(polling))).toBe(22);
    const view = await count("show its page", () => findOrderView(db, token));
    expect(view).toMatchObject({ status: "completed" });
    const { id } = await db.order.findUniqueOrThrow({ where: { token } });
    await count("look at its counter", () => countTargets(db, deps.social, id));
    expect(costs).toEqual({
      "place it": [3, 0],
      "place one for a post": [4, 0],
      "settle its payment": [3, 1],
      "send it": [3, 1],
      "ask about 22 of a supplier and complete them": [11, 1],
      "show its page": [1, 0],
      "look at its counter": [7, 1],
    });
  });
});

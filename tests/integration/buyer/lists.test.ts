import { beforeAll, describe, expect, it } from "vitest";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import type { SocialDataProvider } from "@/lib/delivery/social/provider";
import { checkTarget } from "@/lib/delivery/submit/check-target";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { changePlatform, changeService } from "@/lib/shop/catalog/edit-document";
import { withNewLinks } from "@/lib/shop/catalog/new-entries";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { codeOf } from "../../support/database";
import { useRequests } from "../../support/requests";

// Instagram's followers as if they went to lists: it has social data, and accounts that a list's name could be taken for.

const { db, shop, submit } = useRequests();
/** Social data of which every use is a mistake. */
const untouched = () => {
  const provider = new Proxy({}, { get: (_, name) => expect.unreachable(String(name)) });
  return { db: db(), provider: provider as SocialDataProvider, now: new Date() };
};
const link = "https://www.instagram.com/list/PLa-1_xY";

beforeAll(async () => {
  await changeCatalog(db(), (document) =>
    changeService(
      changePlatform(document, "instagram", (platform) => ({
        ...withNewLinks(platform, "list"),
        sellsUnchecked: true,
      })),
      { platform: "instagram", service: "followers" },
      (service) => ({ ...service, target: "list" }),
    ),
  );
  await refreshVocabulary(db());
});

describe("an order for a list", () => {
  it("is named by the list's link, which its item carries to the supplier", async () => {
    const { orderId, token } = await shop.placePaid({ username: "m.instagram.com/list/PLa-1_xY?igsh=x" });
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ username: "PLa-1_xY", target: "list", postUrl: link, counter: null });
    expect(order.items).toMatchObject([{ link, targetKey: `instagram:followers:${link}`, postId: null }]);
    const view = await findOrderView(db(), token);
    expect(view).toMatchObject({ username: "PLa-1_xY", target: "list", isCounted: false });
    expect(view?.items).toMatchObject([{ label: "PLa-1_xY", fix: null }]);
  });

  it("has nothing looked up or counted, before the payment or after", async () => {
    await shop.create({ username: link }, undefined, null, { social: untouched() });
    const { orderId } = await shop.placePaid({ username: link });
    const [item] = (await shop.order(orderId)).items;
    if (!item) throw new Error("a paid order has an item");
    expect(await checkTarget(untouched(), item.id)).toBe(true);
    await submit(item.id);
    await countTargets(db(), untouched(), orderId, { isAsked: true });
    expect(await db().targetCount.count({ where: { itemId: item.id } })).toBe(0);
  });

  it("of an account that was deleted is not sent any more", async () => {
    const { orderId } = await shop.placePaid({ username: link });
    const [item] = (await shop.order(orderId)).items;
    await db().order.update({ where: { id: orderId }, data: { username: "", postUrl: "" } });
    expect(await checkTarget(untouched(), item?.id ?? "")).toBe(false);
    expect((await shop.order(orderId)).items).toMatchObject([{ state: "paused", reason: "target_missing" }]);
  });

  it.each(["https://www.instagram.com/wanderwithmara", "two words", "https://www.instagram.com/list/"])(
    "is refused for %j, which names none",
    async (username) => {
      expect(await codeOf(shop.create({ username }))).toBe("invalid_username");
    },
  );
});

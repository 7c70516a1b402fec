import { expect, it } from "vitest";
import { isUnknownToken } from "@/app/_server/http/order-link";
import { newToken } from "@/lib/base/ids";
import { useOwnProcess } from "../../support/own-process";
import { useShopAtStripe } from "../../support/shop";

const { database, shop } = useShopAtStripe();
useOwnProcess(database, () => ({}));

it("a link's token is unknown unless it opens an order", async () => {
  const { token } = await shop.place();
  expect(await isUnknownToken(token)).toBe(false);
  expect(await isUnknownToken(newToken())).toBe(true);
  expect(await isUnknownToken("too-short")).toBe(true);
});

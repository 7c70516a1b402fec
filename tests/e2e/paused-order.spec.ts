import { paidOrderFactory } from "../support/factories";
import { expectAccessible } from "./accessible";
import { withDatabase } from "./signed-in";
import { expect, test } from "./test";

test("the buyer of an order for a private profile enters another username, and the delivery goes on", async ({
  page,
}) => {
  const { order } = await withDatabase((db) => paidOrderFactory(db, { username: "demo_private" }));
  await page.goto(`/order/${order.token}`);
  await expect(page.getByText("@demo_private is private")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "I have fixed it" }).click();
  await expect(page.getByText(/@demo_private is still private/)).toBeVisible();

  await page.getByLabel("Username").fill("@warmcrumbs");
  await page.getByRole("button", { name: "I have fixed it" }).click();
  await expect(page.getByText("@demo_private is private")).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "Thank you, that worked" })).toBeFocused();
  await expect(page.getByText("Handed over for delivery")).toBeVisible();
  await expect(page.getByRole("link", { name: /@warmcrumbs/ })).toBeVisible();
});

import { connect } from "@/lib/db/client";
import { paidOrderFactory } from "../support/factories";
import { expectAccessible } from "./accessible";
import { databaseUrl } from "./local-shop";
import { expect, test } from "./test";

test("the buyer of an order for a private profile enters another username, and the delivery goes on", async ({
  page,
}) => {
  const { db, close } = connect(databaseUrl, 1);
  const { order } = await paidOrderFactory(db, { username: "demo_private", quantity: 100 });
  await close();

  await page.goto(`/order/${order.token}`);
  await expect(page.getByText("@demo_private is private")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "I have fixed it" }).click();
  await expect(page.getByText(/@demo_private is still private/)).toBeVisible();

  await page.getByLabel("Username").fill("@warmcrumbs");
  await page.getByRole("button", { name: "I have fixed it" }).click();
  await expect(page.getByText("@demo_private is private")).toBeHidden();
  await expect(page.getByText("Handed over for delivery")).toBeVisible();
  await expect(page.getByRole("link", { name: /@warmcrumbs/ })).toBeVisible();
});

import { setItems } from "../support/factories";
import { expectAccessible } from "./accessible";
import { buyAsGuest } from "./journey";
import { ageReauthentication, reauthenticate, run, signInAsNewAdmin, withDatabase } from "./signed-in";
import { type Browser, expect, type Route, test } from "./test";

/** Buys 1,000 followers as a guest, waits until a supplier took them, then loses the supplier's answer. */
async function buyAndLoseTheAnswer(browser: Browser): Promise<{ orderId: string; number: string }> {
  const { email } = await buyAsGuest(browser, "followers-1000");
  const taken = () =>
    run<{ id: string; order_id: string; number: string | null }>(
      `SELECT item.id, order_id, item.provider_order_id AS number FROM fulfillment_items AS item
       JOIN orders ON orders.id = order_id WHERE email = $1`,
      [email],
    );
  await expect.poll(async () => (await taken())[0]?.number ?? null).not.toBeNull();
  const [item] = await taken();
  if (!item?.number) throw new Error("a supplier took it");
  const unknown = { state: "unknown", reason: "timeout", reviewSince: new Date() } as const;
  const nothing = { providerOrderId: null, finishedAt: null };
  await withDatabase(async (db) => {
    await db.order.update({ where: { id: item.order_id }, data: { ...nothing, status: "processing" } });
    const data = { ...nothing, ...unknown, remains: null, leaseToken: null, nextCheckAt: null };
    await setItems(db, { id: item.id }, data);
    const call = { reason: "unclear_error", httpStatus: 200, answer: '{"error":"Come back on Monday"}' };
    await db.supplierCall.updateMany({ where: { itemId: item.id }, data: call });
  });
  return { orderId: item.order_id, number: item.number };
}

test("an item whose answer was lost gets its supplier's number again, and a part of its payment is refunded", async ({
  page,
  context,
  browser,
}) => {
  const { orderId, number } = await buyAndLoseTheAnswer(browser);
  const admin = await signInAsNewAdmin(context);
  await page.goto("/admin/now");
  const entry = page.getByRole("listitem").filter({ hasText: `#${orderId.slice(0, 8)}` });
  await entry.getByRole("link", { name: "Decide" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${orderId}#delivery`));
  const item = page.getByRole("region", { name: "Delivery" }).getByRole("article");
  const unclear = item.getByText("It is not known whether the supplier accepted it.");
  await expect(unclear).toBeVisible();
  await item.getByText(/^Evidence:/).click();
  await item.getByRole("button", { name: "Explain this answer" }).click();
  const explain = page.getByRole("dialog", { name: "Explain this answer" });
  await expect(explain.getByLabel("Text")).toHaveValue("Come back on Monday");
  await explain.getByLabel("Meaning").selectOption("The service is not available");
  await explain.getByLabel("Reason").fill("seen at this order");
  await explain.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved for the supplier's next answers.")).toBeVisible();
  await item.getByRole("button", { name: "Attach the number" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach the supplier's number" });
  await dialog.getByLabel("Order number at the supplier").fill("999999999");
  await dialog.getByRole("button", { name: "Attach" }).click();
  await expect(dialog.getByText("Say why, for the audit log, in at least 3 characters.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("found it in the supplier's list");
  await dialog.getByRole("button", { name: "Attach" }).click();
  await expect(dialog.getByRole("alert")).toContainText("does not know number 999999999");
  await expect(dialog.getByLabel("Reason")).toHaveValue("found it in the supplier's list");
  await dialog.getByLabel("Order number at the supplier").fill(number);
  await dialog.getByRole("button", { name: "Attach" }).click();
  await expect(page.getByText("Attached. Its progress is tracked from now on.")).toBeVisible();
  await expect(unclear).toHaveCount(0);
  await page.goto("/admin/now");
  await expect(entry).toHaveCount(0);

  // The second factor is too old for money actions: the dialog asks for password and code.
  await ageReauthentication(admin);
  await page.goto(`/admin/orders/${orderId}`);
  const refunds = page.getByRole("region", { name: "Refunds" });
  await refunds.getByRole("button", { name: "Refund" }).click();
  const part = page.getByRole("dialog", { name: "Refund this order" });
  await expect(part.getByRole("radio").first()).toBeFocused();
  await part.getByRole("radio", { name: "Another amount" }).check();
  await expect(part.getByText("$13.49 is left of the payment.")).toBeVisible();
  await part.getByLabel("Amount in dollars").fill("1.00");
  await part.getByRole("button", { name: "Delivered too late" }).click();
  await expect(part.getByLabel("Reason")).toHaveValue("Delivered too late");
  await part.getByLabel("Reason").fill("late by a day");
  await part.getByRole("button", { name: "Refund this amount" }).click();
  await reauthenticate(part, admin);
  // The refund is created, but its answer is lost. Sending the same form again makes no second refund.
  const loseAnswer = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  };
  await page.route(`**/admin/orders/${orderId}`, loseAnswer);
  await part.getByRole("button", { name: "Refund this amount" }).click();
  await expect(part.getByRole("alert")).toContainText("The shop could not be reached.");
  await expect(part.getByLabel("Reason")).toHaveValue("late by a day");
  await page.unroute(`**/admin/orders/${orderId}`, loseAnswer);
  await part.getByRole("button", { name: "Refund this amount" }).click();
  await expect(page.getByText("$1.00 goes back to the card.").first()).toBeVisible();
  await expect(refunds.getByText("late by a day")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(refunds.getByText("succeeded")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const posted = await run("SELECT refunded_cents FROM orders WHERE id = $1", [orderId]);
  expect(posted).toEqual([{ refunded_cents: 100 }]);

  const glance = page.getByRole("region", { name: "At a glance" });
  await expect(glance.getByText("$1.00 refunded")).toBeVisible();
  await page.getByRole("button", { name: "Add a note" }).click();
  const noting = page.getByRole("dialog", { name: "Add a note" });
  await noting.getByLabel("Note").fill("Promised to wait");
  await noting.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByRole("region", { name: "Notes" }).getByText("Promised to wait")).toBeVisible();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("link", { name: "Emails" }).click();
  await expect(timeline.getByText(/order confirmed/)).toBeVisible();
  await expect(timeline.getByText("Payment received")).toHaveCount(0);
  await timeline.getByRole("link", { name: "Money" }).click();
  await expect(timeline.getByText("Payment received")).toBeVisible();

  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Evidence as PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`evidence-${orderId.slice(0, 8)}.pdf`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Audit log of this order" }).click();
  await expect(page.getByRole("main").getByText("late by a day")).toBeVisible();
});

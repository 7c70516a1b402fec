import { newId } from "@/lib/base/ids";
import { minute } from "@/lib/base/time/time";
import { expectAccessible } from "./accessible";
import { buyAsGuest, newEmail } from "./journey";
import { run, seedTicket, signInAsNewAdmin } from "./signed-in";
import { expect, type Locator, test } from "./test";

/** Creates a held refund of $1.23 for a paid order. */
async function holdRefund(orderId: string): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO refunds (id, order_id, attempt_id, number, amount_cents, reason, status)
     SELECT $1, order_id, id, 1, 123, 'undelivered', 'held' FROM payment_attempts
     WHERE order_id = $2 AND status = 'paid'`,
    [id, orderId],
  );
  return id;
}

/** Creates a supplier that the shop never asks for its balance, and the alert that the balance is low. */
async function lowBalance(name: string): Promise<void> {
  const id = newId();
  await run("INSERT INTO suppliers (id, name, kind) VALUES ($1, $2, 'manual')", [id, name]);
  await run("INSERT INTO operator_alerts (key, kind, message) VALUES ($1, 'low_balance', $2)", [
    `low_balance:${id}`,
    `${name} has 3.20 USD left. Top it up, or its orders will go to the next supplier or wait.`,
  ]);
}

test("an evening on a phone: a ticket, a refund and a low balance are done in nine taps @phone-only", async ({
  page,
  context,
  browser,
}) => {
  const { email, orderId } = await buyAsGuest(browser, "followers-100");
  const mark = newId();
  const ticketId = await seedTicket({ email }, `Where is it? ${mark}`);
  await run("UPDATE support_tickets SET order_id = $2 WHERE id = $1", [ticketId, orderId]);
  const refundId = await holdRefund(orderId);
  const supplier = `Zephyr ${mark}`;
  await lowBalance(supplier);
  await run("INSERT INTO saved_replies (id, title, text) VALUES ($1, $2, $3)", [
    newId(),
    `On its way ${mark}`,
    "Hello {name}, {order} is on its way: {link}",
  ]);

  await signInAsNewAdmin(context);
  await page.goto("/admin/now");
  const entry = (text: string) =>
    page.getByRole("list", { name: "Needs me" }).locator("> li").filter({ hasText: text });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await expect(entry(mark)).toHaveCount(2);
  await expectAccessible(page);

  const ticket = entry(`Where is it? ${mark}`);
  await tap(ticket.getByRole("button", { name: /^Respond/ }));
  // The system's picker needs two taps: one to open it, one to choose.
  taps += 2;
  await ticket.getByLabel("Saved reply").selectOption({ label: `On its way ${mark}` });
  await expect(ticket.getByLabel("Your response")).toHaveValue(
    new RegExp(`^Hello there, #${orderId.slice(0, 8)} is on its way: http`),
  );
  // However long a reply's title is.
  const root = page.locator("html");
  expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await tap(ticket.getByRole("button", { name: "Send Response" }));
  await expect(page.getByText("Response sent successfully")).toBeVisible();
  await expect(ticket).toHaveCount(0);

  const refund = entry(`#${orderId.slice(0, 8)}`);
  await expect(refund).toContainText("A refund of $1.23 is held");
  await tap(refund.getByRole("button", { name: "Release the refund of $1.23" }));
  const dialog = page.getByRole("dialog", { name: "Release $1.23" });
  await tap(dialog.getByLabel("Reason"));
  await dialog.getByLabel("Reason").fill("it is owed");
  await tap(dialog.getByRole("button", { name: "Release $1.23" }));
  await expect(refund).toHaveCount(0);
  const refunds = await run<{ status: string }>("SELECT status FROM refunds WHERE id = $1", [refundId]);
  expect(refunds).toEqual([{ status: expect.not.stringMatching("held") }]);

  const balance = entry(supplier);
  await tap(balance.getByText("Snooze", { exact: true }));
  await tap(balance.getByRole("button", { name: "4 hours" }));
  await expect(balance).toHaveCount(0);
  // The entry took its button along: the keyboard continues in the page's content.
  await expect(page.getByRole("main")).toBeFocused();
  expect(taps).toBe(9);

  await page.reload();
  await expect(entry(mark)).toHaveCount(0);
  await page.getByText(/^Snoozed \(\d+\)$/).click();
  await page.getByRole("button", { name: new RegExp(`^Put back: ${supplier}`) }).click();
  await expect(balance).toHaveCount(1);
  await run("DELETE FROM operator_alerts WHERE message LIKE $1", [`${supplier}%`]);

  await page.goto(`/admin/tickets/${ticketId}`);
  const order = page.getByRole("region", { name: "Its order" });
  await expect(order.getByText("$2.29")).toBeVisible();
  await expect(order.getByRole("list", { name: "Refunds" })).toContainText("$1.23");
  await expectAccessible(page);
  await order.getByRole("link", { name: `#${orderId.slice(0, 8)}` }).click();
  await expect(page.getByRole("region", { name: "Tickets" }).getByRole("link")).toHaveCount(1);
});

test("a saved reply is written in a dialog that keeps what was typed, added under what was typed, and deleted", async ({
  page,
  context,
}) => {
  const mark = newId();
  const id = await seedTicket({ email: newEmail() }, mark);
  await signInAsNewAdmin(context);
  await page.goto("/admin/tickets/replies");
  await page.getByRole("button", { name: "New reply" }).click();
  const dialog = page.getByRole("dialog", { name: "New reply" });
  await dialog.getByLabel("Title").fill(`Thanks ${mark}`);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "New reply" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue(`Thanks ${mark}`);
  await dialog.getByLabel("Reply").fill("Dear {customer}");
  await dialog.getByRole("button", { name: "Save reply" }).click();
  await expect(dialog.getByText("Only {name}, {order}, {link} are filled in.")).toBeVisible();
  await dialog.getByLabel("Reply").fill("Thank you for {order}.");
  await dialog.getByRole("button", { name: "Save reply" }).click();
  await expect(page.getByRole("heading", { name: `Thanks ${mark}` })).toBeVisible();
  await page.getByRole("button", { name: "New reply" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("");

  await page.goto(`/admin/tickets/${id}`);
  await page.getByRole("button", { name: /^Respond/ }).click();
  await page.getByLabel("Your response").fill("Dear Mara,");
  await page.getByLabel("Saved reply").selectOption({ label: `Thanks ${mark}` });
  const thanks = "Dear Mara,\n\nThank you for your order.";
  await expect(page.getByLabel("Your response")).toHaveValue(thanks);
  // Arrow keys pass over replies without adding them.
  await page.getByLabel("Saved reply").press("ArrowDown");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("Saved reply")).toBeFocused();
  await expect(page.getByLabel("Your response")).toHaveValue(new RegExp(`^${thanks}\n\n`));

  await page.goto("/admin/tickets/replies");
  await page.getByRole("button", { name: `Delete Thanks ${mark}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: `Thanks ${mark}` })).toHaveCount(0);
});

test("Needs me stops refreshing while unused, so that its session can end, and resumes on use", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.clock.install();
  await page.goto("/admin/now");
  let refreshes = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/admin/now" && request.headers().rsc) refreshes += 1;
  });
  const pause = page.getByText("Updates are paused");
  // The minutes before the page is hydrated count for nothing.
  await expect(async () => {
    await page.clock.runFor(minute);
    await expect(pause).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(10 * minute);
  await expect.poll(() => refreshes).toBeGreaterThan(0);
  expect(refreshes).toBeLessThanOrEqual(5);
  const before = refreshes;
  await page.mouse.move(100, 100);
  await expect(pause).toBeHidden();
  await expect.poll(() => refreshes).toBeGreaterThan(before);
});

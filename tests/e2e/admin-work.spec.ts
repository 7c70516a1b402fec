import { newId } from "@/lib/ids";
import { setItems } from "../support/factories";
import { expectAccessible } from "./accessible";
import { buyAsGuest, newEmail } from "./journey";
import { ageEvidence, reauthenticate, run, seedTicket, signInAsNewAdmin, withDatabase } from "./signed-in";
import { type Browser, expect, type Locator, type Route, test } from "./test";

const fileTicket = (message: string) => seedTicket({ email: newEmail() }, message);

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
  await ageEvidence(admin);
  await page.goto(`/admin/orders/${orderId}`);
  const refunds = page.getByRole("region", { name: "Refunds" });
  await refunds.getByRole("button", { name: "Refund a part" }).click();
  const part = page.getByRole("dialog", { name: "Refund a part of the payment" });
  await expect(part.getByText("$13.49 is left of the payment.")).toBeVisible();
  await part.getByLabel("Amount in dollars").fill("1.00");
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

  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Evidence as PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`evidence-${orderId.slice(0, 8)}.pdf`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Audit log of this order" }).click();
  await expect(page.getByRole("main").getByText("late by a day")).toBeVisible();
});

test("a ticket is answered, which resolves it, and closed for good", async ({ page, context }) => {
  const mark = newId();
  const ticketId = await fileTicket(`Where is it? ${mark}`);
  await signInAsNewAdmin(context);
  const card = page.getByRole("article").filter({ hasText: mark });
  await page.goto("/admin?tab=tickets&status=open");
  await card.getByRole("button", { name: /^Respond/ }).click();
  await card.getByRole("button", { name: "Send Response" }).click();
  await expect(card.getByText("Please enter a response")).toBeVisible();
  await expect(page.getByText("Failed to send response")).toHaveCount(0);
  await card.getByLabel("Your response").fill("It arrives today.");
  await card.getByRole("button", { name: "Send Response" }).click();
  await expect(page.getByText("Response sent successfully")).toBeVisible();

  await page.goto("/admin?tab=tickets&status=resolved");
  await expect(card.getByText("It arrives today.")).toBeVisible();
  await expect(card.getByRole("button", { name: /^Respond/ })).toHaveCount(0);
  await page.goto(`/admin/tickets/${ticketId}`);
  await card.getByRole("combobox", { name: "Status" }).selectOption("closed");
  await card.getByRole("button", { name: "Close the ticket" }).click();
  await expect(page.getByText("Ticket status updated")).toBeVisible();
  await expect(card.getByRole("combobox", { name: "Status" })).toHaveCount(0);
  await expect(card).toBeFocused();
  await page.goto("/admin?tab=tickets&status=closed");
  await expect(card).toBeVisible();
});

test("a ticket that leaves its filtered list leaves the focus to the page's content", async ({
  page,
  context,
}) => {
  const marks = [newId(), newId(), newId()] as const;
  for (const mark of marks) await fileTicket(`Where is it? ${mark}`);
  const [answered, resolved, closed] = marks.map((mark) =>
    page.getByRole("article").filter({ hasText: mark }),
  ) as [Locator, Locator, Locator];
  const main = page.getByRole("main");
  await signInAsNewAdmin(context);
  await page.goto("/admin?tab=tickets&status=open");

  await answered.getByRole("button", { name: /^Respond/ }).click();
  await answered.getByLabel("Your response").fill("It arrives today.");
  await answered.getByRole("button", { name: "Send Response" }).click();
  await expect(answered).toHaveCount(0);
  await expect(main).toBeFocused();

  await resolved.getByRole("combobox", { name: "Status" }).selectOption("resolved");
  await expect(resolved).toHaveCount(0);
  await expect(main).toBeFocused();

  await closed.getByRole("combobox", { name: "Status" }).selectOption("closed");
  await closed.getByRole("button", { name: "Close the ticket" }).click();
  await expect(closed).toHaveCount(0);
  await expect(main).toBeFocused();
});

test("an answer that comes second stays in its form, on the page of the ticket as it now is", async ({
  page,
  context,
}) => {
  const mark = newId();
  const ticketId = await fileTicket(`Still waiting ${mark}`);
  await signInAsNewAdmin(context);
  await page.goto(`/admin/tickets/${ticketId}`);
  await page.getByRole("button", { name: /^Respond/ }).click();
  await page.getByLabel("Your response").fill("Mine, written slowly");
  await run(
    `UPDATE support_tickets SET admin_response = 'Theirs', responded_at = now(), status = 'resolved',
       version = version + 1 WHERE id = $1`,
    [ticketId],
  );
  await page.getByRole("button", { name: "Send Response" }).click();
  await expect(page.getByText("Failed to send response")).toBeVisible();
  await expect(page.getByText("This ticket has been answered or closed.")).toBeVisible();
  await expect(page.getByText("Theirs")).toBeVisible();
  await expect(page.getByLabel("Your response")).toHaveValue("Mine, written slowly");
  await expect(page.getByRole("button", { name: "Send Response" })).toHaveCount(0);
});

test("an answer to a ticket whose customer wrote meanwhile is kept, and sent after the message was read", async ({
  page,
  context,
}) => {
  const mark = newId();
  const ticketId = await fileTicket(`Still waiting ${mark}`);
  await signInAsNewAdmin(context);
  await page.goto("/admin?tab=tickets&status=open");
  const card = page.getByRole("article").filter({ hasText: mark });
  await card.getByRole("button", { name: /^Respond/ }).click();
  await card.getByLabel("Your response").fill("It arrives today.");
  await run(
    `WITH message AS (INSERT INTO ticket_messages (id, ticket_id, author, body) VALUES ($1, $2, 'customer', 'It is here!'))
     UPDATE support_tickets SET version = version + 1 WHERE id = $2`,
    [newId(), ticketId],
  );
  await card.getByRole("button", { name: "Send Response" }).click();
  await expect(card.getByText("This ticket has changed.")).toBeVisible();
  await expect(card.getByText("It is here!")).toBeVisible();
  await card.getByRole("link", { name: "read the ticket" }).click();
  // Not the list's own quote of it, which is there before the ticket's page.
  await expect(page.getByRole("list", { name: "Messages" }).getByText("It is here!")).toBeVisible();
  await expect(page.getByLabel("Your response")).toHaveValue("It arrives today.");
  await run("UPDATE support_tickets SET version = version + 1 WHERE id = $1", [ticketId]);
  const send = page.getByRole("button", { name: "Send Response" });
  await send.click();
  await expect(page.getByText("This ticket has changed.")).toBeVisible();
  // The refresh brings the new version soon after the refusal.
  await expect(async () => {
    if (await send.isVisible()) await send.click({ timeout: 5_000 });
    await expect(send).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await expect(card).toBeFocused();
});

test("a ticket's status is set by its button, not by the options that the arrow keys pass", async ({
  page,
  context,
}) => {
  const ticketId = await fileTicket(`Nearly there ${newId()}`);
  const statuses = () =>
    run<{ after: { status: string } }>(
      "SELECT after FROM audit_log WHERE subject_id = $1 AND action = 'ticket.status_changed'",
      [ticketId],
    );
  await signInAsNewAdmin(context);
  await page.goto(`/admin/tickets/${ticketId}`);
  const status = page.getByRole("combobox", { name: "Status" });
  await status.press("ArrowDown");
  await expect(status).toHaveValue("in_progress");
  await status.press("ArrowDown");
  await expect(status).toHaveValue("resolved");
  await expect(status).toBeFocused();
  await page.getByRole("button", { name: /^Set the status of/ }).click();
  await expect(page.getByText("Ticket status updated")).toBeVisible();
  await expect(status).toBeFocused();
  expect((await statuses()).map(({ after }) => after.status)).toEqual(["resolved"]);
});

test("a dialog of choices that is closed and opened again still holds them", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin/catalog");
  const sorting = page.getByRole("dialog", { name: "Order of the packages" });
  const open = page.getByRole("button", { name: "Order", exact: true }).first();
  await open.click();
  const second = sorting.getByRole("listitem").nth(1);
  const label = (await second.textContent())?.replace("2. ", "") ?? "";
  await second.getByRole("button", { name: /up$/ }).click();
  await expect(sorting.getByRole("listitem").first().getByRole("button", { name: /up$/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sorting).toBeHidden();
  await open.click();
  await expect(sorting.getByRole("listitem").first()).toHaveText(`1. ${label}`);
});

test("a dialog of one service's packages that was closed is not opened again for another service", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin/catalog");
  const sorting = page.getByRole("dialog", { name: "Order of the packages" });
  const open = page.getByRole("button", { name: "Order", exact: true }).first();
  await open.click();
  await sorting.getByRole("button", { name: /up$/ }).last().click();
  await expect(sorting.getByText(/followers$/).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const likes = page.getByRole("navigation", { name: "Services" }).getByRole("link", { name: "Likes" });
  await likes.click();
  await expect(likes).toHaveAttribute("aria-current", "page");
  await open.click();
  await expect(sorting.getByText(/likes$/i).first()).toBeVisible();
  await expect(sorting.getByText(/followers$/i)).toHaveCount(0);
});

test("a draft is still there when another ticket is answered and when the page is loaded again", async ({
  page,
  context,
}) => {
  const [first, second] = [newId(), newId()];
  await fileTicket(`Not here yet ${first}`);
  await fileTicket(`Where is mine? ${second}`);
  await signInAsNewAdmin(context);
  const cardOf = (mark: string) => page.getByRole("article").filter({ hasText: mark });
  await page.goto("/admin?tab=tickets&status=open");
  for (const mark of [first, second]) {
    await cardOf(mark)
      .getByRole("button", { name: /^Respond/ })
      .click();
  }
  await cardOf(first).getByLabel("Your response").fill("Half an answer");
  await cardOf(second).getByLabel("Your response").fill("A whole answer");
  await cardOf(second).getByRole("button", { name: "Send Response" }).click();
  await expect(cardOf(second)).toHaveCount(0);
  await expect(cardOf(first).getByLabel("Your response")).toHaveValue("Half an answer");
  await page.reload();
  await expect(cardOf(first).getByLabel("Your response")).toHaveValue("Half an answer");
  await cardOf(first).getByRole("button", { name: "Cancel" }).click();
  await expect(cardOf(first).getByRole("button", { name: /^Respond/ })).toBeFocused();
  await page.reload();
  await expect(cardOf(first).getByRole("button", { name: /^Respond/ })).toBeVisible();
  await expect(cardOf(first).getByLabel("Your response")).toHaveCount(0);
});

test("the page of an unknown record says so inside the admin layout", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  const answer = await page.goto(`/admin/tickets/${newId()}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("the tickets' filter says when nothing matches", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin?tab=tickets&before=1000-00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "No tickets found" })).toBeVisible();
  await expect(page.getByText("No support tickets match the selected filter.")).toBeVisible();
  await page.getByRole("link", { name: "In Progress" }).click();
  await expect(page.getByRole("link", { name: "In Progress" })).toHaveAttribute("aria-current", "page");
});

test("a list's filter shows what the list is filtered by, also after a link to the whole list", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin?status=failed&sort=oldest");
  const filter = (name: string) =>
    page.getByRole("region", { name: "Orders" }).getByRole("combobox", { name, exact: true });
  await expect(filter("Status")).toHaveValue("failed");
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(filter("Status")).toHaveValue("");
  await expect(filter("Sort")).toHaveValue("newest");
  await page.goBack();
  await expect(filter("Status")).toHaveValue("failed");
  await expect(filter("Sort")).toHaveValue("oldest");
});

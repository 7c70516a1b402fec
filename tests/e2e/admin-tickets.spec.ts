import { newId } from "@/lib/base/ids";
import { newEmail } from "./journey";
import { openCustomer, run, seedOrder, seedTicket, signInAsNewAdmin } from "./signed-in";
import { expect, type Locator, test } from "./test";

const fileTicket = (message: string) => seedTicket({ email: newEmail() }, message);

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
  await expect(status).toBeEnabled();
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

test("the tickets' filter says when nothing matches", async ({ page, context }) => {
  await signInAsNewAdmin(context);
  await page.goto("/admin?tab=tickets&before=1000-00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "No tickets found" })).toBeVisible();
  await expect(page.getByText("No support tickets match the selected filter.")).toBeVisible();
  await page.getByRole("link", { name: "In Progress" }).click();
  await expect(page.getByRole("link", { name: "In Progress" })).toHaveAttribute("aria-current", "page");
});

test("selected tickets are assigned and set in progress, each with what became of it", async ({
  page,
  context,
}) => {
  const [first, second] = [newId(), newId()];
  await fileTicket(`Not here yet ${first}`);
  await fileTicket(`Where is mine? ${second}`);
  await signInAsNewAdmin(context);
  await page.goto("/admin?tab=tickets&status=open");
  const cardOf = (mark: string) => page.getByRole("article").filter({ hasText: mark });
  for (const mark of [first, second]) await cardOf(mark).getByRole("checkbox").check();
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection.getByText("2 selected")).toBeVisible();
  await selection.getByRole("button", { name: "Assign" }).click();
  const assigning = page.getByRole("dialog", { name: "Assign" });
  await expect(assigning.getByText(/^From nobody to/)).toHaveCount(2);
  await assigning.getByRole("button", { name: "Assign: 2" }).click();
  await expect(assigning.getByText("2 of 2 done.")).toBeVisible();
  await assigning.getByRole("button", { name: "Done" }).click();
  await expect(selection).toBeHidden();
  await page.getByRole("link", { name: "Mine", exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Save this view" }).click();
  const saving = page.getByRole("dialog", { name: "Save this view" });
  await saving.getByLabel("Name").fill("My open ones");
  await saving.getByRole("button", { name: "Save" }).click();
  const views = page.getByRole("navigation", { name: "Saved views" });
  await expect(views.getByRole("link", { name: "My open ones" })).toHaveAttribute("aria-current", "page");
  for (const mark of [first, second]) await cardOf(mark).getByRole("checkbox").check();
  await selection.getByRole("button", { name: "Set the status" }).click();
  const setting = page.getByRole("dialog", { name: "Set the status" });
  await setting.getByLabel("Status").selectOption("In Progress");
  await expect(setting.getByText("Open becomes In Progress")).toHaveCount(2);
  await setting.getByRole("button", { name: "Set the status: 2" }).click();
  await expect(setting.getByText("2 of 2 done.")).toBeVisible();
});

test("a guest is found among the customers, noted and written to", async ({ page, context }) => {
  const email = newEmail();
  await seedOrder({ email }, { status: "completed", cents: 1349 });
  await signInAsNewAdmin(context);
  await openCustomer(page, email);
  await expect(page.getByRole("heading", { name: email })).toBeVisible();
  await page.getByRole("button", { name: "Add a note" }).click();
  const noting = page.getByRole("dialog", { name: "Add a note" });
  await noting.getByLabel("Note").fill("Friendly");
  await noting.getByRole("button", { name: "Save the note" }).click();
  await expect(page.getByText("Friendly")).toBeVisible();
  await page.getByRole("button", { name: "Write" }).click();
  const writing = page.getByRole("dialog", { name: `Write to ${email}` });
  await writing.getByLabel("Subject").fill("About your order");
  await writing.getByLabel("Message").fill("Is everything all right?");
  await writing.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/admin\/tickets\//);
  await expect(page.getByText("Is everything all right?")).toBeVisible();
});

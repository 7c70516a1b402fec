import { syncClock } from "@/lib/base/time/clock";
import { answerTicket } from "@/lib/people/support/change-ticket";
import { byOps } from "../support/factories";
import { expectAccessible } from "./accessible";
import { holdBack, mailsTo, newEmail, painted, subjectsTo } from "./journey";
import { run, signInAsNewCustomer, withDatabase } from "./signed-in";
import { expect, type Page, test, unreachable } from "./test";

const hostile = `<img src=x onerror="document.title='hit'">`;

/** Answers the only ticket of an address like an administrator. */
function answerTicketOf(email: string, text: string): Promise<unknown> {
  return withDatabase(async (db) => {
    await syncClock(db);
    const { id, version } = await db.supportTicket.findFirstOrThrow({ where: { email } });
    return answerTicket(db, { actor: byOps.actor, ticketId: id, version, text });
  });
}

test("a customer writes to support, is answered by mail, replies and closes the ticket @phone-deep", async ({
  page,
  context,
}) => {
  const { email } = await signInAsNewCustomer(context);
  await page.goto("/dashboard?tab=support");
  await expect(page.getByText("please include your order ID")).toBeVisible();
  const submit = page.getByRole("button", { name: "Submit Ticket" });
  await expect(submit).toBeDisabled();
  await page.getByLabel("Message", { exact: true }).fill("   ");
  await expect(submit).toBeDisabled();
  await page.getByLabel("Order ID").fill("ab12cd34");
  await page.getByLabel("Message", { exact: true }).fill(`Where is it?\n${hostile}`);
  await expectAccessible(page);
  const letGo = await holdBack(page, "**/dashboard*");
  await submit.press("Enter");
  const busy = page.getByRole("button", { name: "Submitting…" });
  await expect(busy).toBeDisabled();
  await expect(busy).toBeFocused();
  letGo();
  await expect(page.getByText("We will get back to you within 24 hours.").first()).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(submit).toBeFocused();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Order ID")).toHaveValue("");
  const ticket = page.getByRole("listitem").filter({ hasText: "Order Support: ab12cd34" });
  await expect(ticket.getByText("Open", { exact: true })).toBeVisible();
  await expect
    .poll(() => subjectsTo(email))
    .toContain("We've received your message: Order Support: ab12cd34");

  await answerTicketOf(email, "It arrives today.");
  const answered = async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith("Re: "));
  await expect.poll(answered).toBeTruthy();
  const link = /http\S+\/tickets\/[\w-]+/.exec((await answered())?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  const thread = page.getByRole("list", { name: "Messages" });
  await expect(thread.getByText("It arrives today.")).toBeVisible();
  await expect(thread.getByText(hostile)).toBeVisible();
  await expect(page.getByText("Resolved", { exact: true })).toBeVisible();
  await page.getByLabel("Your reply").fill("Thank you, it did.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(thread.getByText("Thank you, it did.")).toBeVisible();
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Close ticket" }).click();
  await expect(page.locator("section:focus").getByText("This ticket is closed.")).toBeVisible();
  await expect(page.getByLabel("Your reply")).toHaveCount(0);
  expect(await page.title()).not.toBe("hit");

  await page.goto("/tickets");
  await expect(page.getByRole("link", { name: "Order Support: ab12cd34" })).toBeVisible();
  await expectAccessible(page);
});

test("a ticket that can't be filed says so and keeps what was written", async ({ page, context }) => {
  await signInAsNewCustomer(context);
  await page.goto("/dashboard?tab=support");
  await page.getByLabel("Message", { exact: true }).fill("Do not lose me");
  await page.route("**/dashboard*", unreachable);
  await page.getByRole("button", { name: "Submit Ticket" }).click();
  await expect(page.getByText("Failed to submit ticket").first()).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Do not lose me");
  await page.unroute("**/dashboard*");
  await page.getByLabel("Message", { exact: true }).evaluate((field) => field.removeAttribute("maxlength"));
  await page.getByLabel("Message", { exact: true }).fill("a".repeat(10_001));
  await page.getByRole("button", { name: "Submit Ticket" }).click();
  await expect(page.getByText("Please use at most 10,000 characters.").first()).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("a".repeat(10_001));
  await page.getByLabel("Message", { exact: true }).fill("Do not lose me");
  await page.getByRole("button", { name: "Submit Ticket" }).click();
  await expect(page.getByText("Support Ticket Submitted").first()).toBeVisible();
});

const customPackage = (page: Page) => page.getByRole("link", { name: "Need a Custom Package?" });

/** Opens the dialog for a custom package by a click. */
async function openDialog(page: Page) {
  await page.goto("/instagram");
  await customPackage(page).click();
  const dialog = page.getByRole("dialog", { name: "Custom package" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a guest asks for a custom package in a dialog, by keyboard", async ({ page }) => {
  const email = newEmail();
  await page.goto("/instagram");
  const opener = customPackage(page);
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Custom package" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await dialog.getByLabel("Message", { exact: true }).fill("50,000 followers for @wanderwithmara");
  await dialog.getByLabel("Email").fill("nobody@nowhere");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask for a price" }).click();
  await expect(dialog.getByText("Please enter a valid email address")).toBeVisible();
  await expect(dialog.getByLabel("Message", { exact: true })).toHaveValue(
    "50,000 followers for @wanderwithmara",
  );
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Ask for a price" }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole("region", { name: /Notifications/ }).getByText("Support Ticket Submitted"),
  ).toBeVisible();
  await expect.poll(() => subjectsTo(email)).toEqual(["We've received your message"]);
  const [mail] = await mailsTo(email);
  expect(`${mail?.html}${mail?.text}`).not.toContain("50,000");
});

test("the dialog for a custom package opens again at a click that comes right after its end", async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    // The browser reports the end in a later task, so this click comes first.
    document.querySelector<HTMLElement>("a[href='/contact/custom-package']")?.click();
  });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the back button closes the dialog with the panel that it belongs to, and the page stays usable", async ({
  page,
}) => {
  await page.goto("/instagram");
  await page.getByRole("tab", { name: "Likes" }).click();
  await customPackage(page).click();
  const dialog = page.getByRole("dialog", { name: "Custom package" });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.getByRole("tab", { name: "Views" }).click();
  await expect(page.getByRole("tab", { name: "Views" })).toHaveAttribute("aria-selected", "true");
});

test("a selection of text that ends beside the dialog leaves it open, and a click there closes it", async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Message", { exact: true }).fill("50,000 followers");
  const box = await dialog.getByLabel("Message", { exact: true }).boundingBox();
  if (!box) throw new Error("no message field");
  await page.mouse.move(box.x + 20, box.y + 15);
  await page.mouse.down();
  await page.mouse.move(5, box.y + 15, { steps: 3 });
  await page.mouse.up();
  await painted(page);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, box.y + 15);
  await expect(dialog).toBeHidden();
});

test("when the dialog's script can't be loaded, the click leads to the form's page", async ({ page }) => {
  await page.goto("/instagram", { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) =>
    page.url().endsWith("/instagram") ? route.abort() : route.fallback(),
  );
  await customPackage(page).click();
  await expect(page).toHaveURL(/\/contact\/custom-package$/);
  await expect(page.getByRole("button", { name: "Ask for a price" })).toBeVisible();
});

test("without JavaScript the form is a page, and it works", async ({ plain: page }) => {
  const email = newEmail();
  await page.goto("/tiktok/views");
  await customPackage(page).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message", { exact: true }).fill("A million views");
  await page.getByRole("button", { name: "Ask for a price" }).click();
  await expect(page.getByText("Support Ticket Submitted")).toBeVisible();
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
});

test("a guest's contact message is confirmed by a mail without a link, and others can't find its page", async ({
  page,
  context,
}) => {
  const email = newEmail();
  await page.goto("/contact");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message", { exact: true }).fill("Mine alone");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Support Ticket Submitted").first()).toBeVisible();
  const received = async () => (await mailsTo(email))[0]?.text ?? "";
  await expect.poll(received).toContain("will reply to this address");
  expect(await received()).not.toContain("/tickets/");
  const [ticket] = await run<{ id: string }>("SELECT id FROM support_tickets WHERE email = $1", [email]);
  const path = `/tickets/${ticket?.id}`;
  await page.goto(path);
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`);
  await signInAsNewCustomer(context);
  for (const address of [path, "/tickets/not-an-id"]) {
    const answer = await page.goto(address);
    expect.soft(answer?.status(), address).toBe(404);
    expect.soft(await page.content(), address).not.toContain("Mine alone");
  }
});

test("every mail can be previewed while the shop is not live, and fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto("/dev-mails");
  const mails = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const path of mails.filter((mail) => !mail.includes("part=text"))) {
    await page.goto(path);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
  await page.goto("/dev-mails");
  await page.getByRole("link", { name: "order-confirmed" }).click();
  await expect(page.getByRole("heading", { name: "Thank you, your order is on its way" })).toBeVisible();
});

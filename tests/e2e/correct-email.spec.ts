import { expectAccessible } from "./accessible";
import { linkTo } from "./accounts";
import { fillDetails, newEmail, payButton, payByCard, subjectsTo } from "./journey";
import { run, seedOrder } from "./signed-in";
import { expect, type Page, test } from "./test";

const toggle = (page: Page) => page.getByText("Wrong email address?");

/** Enters an address in the form of an order's page, and waits until its link is on its way. */
async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeFocused();
}

test("a guest who mistyped the address corrects it on the order's page and gets the confirmation @phone", async ({
  page,
  browser,
}) => {
  const [mistyped, right] = [newEmail(), newEmail()];
  await fillDetails(page, { username: "luma.ceramics", email: mistyped });
  await payButton(page).click();
  await payByCard(page);
  await page.getByRole("link", { name: "Follow your order" }).click();
  await expect(page).toHaveURL(/\/order\/[\w-]+$/);
  const orderUrl = page.url();

  await toggle(page).click();
  await page.getByLabel("Your email").fill("mara@gmial.com");
  await page.getByLabel("Your email").blur();
  await page.getByRole("button", { name: "Did you mean mara@gmail.com?" }).click();
  await expect(page.getByLabel("Your email")).toHaveValue("mara@gmail.com");
  await page.getByLabel("Your email").fill("mara@example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await enter(page, right);
  await expectAccessible(page);

  // The link may be opened in another browser. Opening it changes nothing.
  const inbox = await browser.newPage();
  await inbox.goto(await linkTo(right, "/order-email"));
  await expect(inbox.getByText(right)).toBeVisible();
  await expectAccessible(inbox);
  expect(await subjectsTo(right)).toEqual([expect.stringContaining("Confirm this address")]);

  await inbox.getByRole("button", { name: "Use this address" }).click();
  await expect(inbox.getByRole("status").filter({ hasText: "Your new address is in use" })).toBeVisible();
  expect(new URL(inbox.url()).pathname).toBe(new URL(orderUrl).pathname);
  await expect.poll(() => subjectsTo(right)).toContainEqual(expect.stringContaining("Order confirmed"));
  await expect.poll(() => subjectsTo(mistyped)).toContainEqual(expect.stringMatching(/address .* changed/));

  // A forwarded link can't correct it: the other browser did not place the order.
  await expect(inbox.getByText("Email address changed")).toBeVisible();
  await expect(toggle(inbox)).toHaveCount(0);
  await inbox.close();
});

test("the page of an order whose mails come back asks for another address", async ({ page }) => {
  const [wrong, right] = [newEmail(), newEmail()];
  const { id, token } = await seedOrder({ email: wrong }, { status: "processing", age: 0 });
  await run(
    `INSERT INTO email_log (id, key, kind, order_id, recipient, props, state, report, reported_at)
      VALUES (gen_random_uuid(), $1, 'order-confirmed', $2, $3, '{}', 'sent', 'bounced', now())`,
    [`order-confirmed:${id}`, id, wrong],
  );
  await page.goto(`/order/${token}`);
  await expect(page.getByRole("group", { name: "Our emails to you come back" })).toBeVisible();
  await expectAccessible(page);
  await enter(page, right);
  await page.goto(await linkTo(right, "/order-email"));
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("Your new address is in use")).toBeVisible();
  await expect(page.getByText("the corrected address")).toBeVisible();
  await expect(page.getByText("Our emails to you come back")).toHaveCount(0);
});

test("an unknown link says why it does nothing", async ({ page }) => {
  await page.goto("/order-email?token=nothing");
  await expect(page.getByRole("alert").filter({ hasText: "This link can't be used" })).toBeVisible();
});

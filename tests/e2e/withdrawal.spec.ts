import { expectAccessible } from "./accessible";
import { mailsTo, newEmail, subjectsTo } from "./journey";
import { seedOrder } from "./signed-in";
import { expect, type Page, test } from "./test";

async function state(page: Page, order: string, email: string): Promise<void> {
  await page.getByLabel("Your name").fill("Mara Oduya");
  await page.getByLabel("Order number").fill(order);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

const confirm = (page: Page) => page.getByRole("button", { name: "Confirm withdrawal" }).click();

test("a buyer withdraws in two steps and gets a dated receipt, which looks the same for an unknown order", async ({
  page,
}) => {
  const email = newEmail();
  const { id, token } = await seedOrder({ email }, { status: "pending", age: 3 });
  const number = id.slice(0, 8);
  await page.goto("/terms");
  await page.getByRole("link", { name: "Withdraw from contract" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Withdraw from contract" })).toBeVisible();

  // The page says what is missing and keeps what was typed.
  await state(page, "my last order", email);
  await expect(page.getByText(/first 8 characters of the order number/)).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Mara Oduya");
  await expectAccessible(page);

  await state(page, `#${number}`, email);
  await expect(page.getByRole("heading", { name: "Check your withdrawal" })).toBeFocused();
  await expect(page.getByText(`I withdraw from the contract of order #${number}.`)).toBeVisible();
  await expectAccessible(page);
  await confirm(page);
  const receipt = page.getByRole("status").filter({ hasText: "We received your withdrawal" });
  await expect(receipt).toBeFocused();
  await expect(receipt).toContainText(/Received on \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC/);
  await expectAccessible(page);
  await expect
    .poll(() => subjectsTo(email))
    .toEqual([expect.stringContaining(`Your withdrawal from order #${number}`)]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain("Please confirm the withdrawal");
  expect(mail?.text).toContain(`/order/${token}/withdraw`);
  // Anyone can place an unpaid order with any address, so its mail repeats no name.
  expect(mail?.text).not.toContain("Mara Oduya");

  // Only the order's own page carries it out.
  const stated = (await receipt.textContent()) ?? "";
  await page.goto(`/order/${token}/withdraw`);
  await expect(page.getByText(/Please confirm the withdrawal/)).toBeVisible();
  await page.getByLabel("Your name").fill("Mara Oduya");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/Its payment page closes/)).toBeVisible();
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByText(/This order has not been paid, so nothing is delivered/)).toBeVisible();

  // The same with an order that does not exist.
  const known = stated.replace(number, "…").replace(email, "…");
  const other = newEmail();
  await page.goto("/withdraw");
  await state(page, "00000000", other);
  await confirm(page);
  await expect(receipt).toBeVisible();
  const unknown = ((await receipt.textContent()) ?? "").replace("00000000", "…").replace(other, "…");
  const undated = (text: string) => text.replace(/Received on .* UTC/, "");
  expect(undated(unknown)).toBe(undated(known));
});

test("an order's page leads to its withdrawal, and shows the outcome @phone", async ({ page }) => {
  const email = newEmail();
  const { token } = await seedOrder({ email }, { status: "pending", age: 3 });
  await page.goto(`/order/${token}`);
  await page.getByRole("main").getByRole("link", { name: "Withdraw from contract" }).click();
  await page.getByLabel("Your name").fill("Mara Oduya");
  await page.getByRole("button", { name: "Continue" }).click();
  await confirm(page);
  await expect(page.getByText(/This order has not been paid, so nothing is delivered/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Your order" }).click();
  await expect(page.getByText(/Withdrawal received on/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Withdraw from contract" })).toHaveCount(0);
});

test("withdrawal works without JavaScript", async ({ plain: page }) => {
  const email = newEmail();
  const { id } = await seedOrder({ email }, { status: "pending", age: 3 });
  await page.goto("/withdraw");
  await state(page, "nothing", email);
  await expect(page.getByLabel("Your name")).toHaveValue("Mara Oduya");
  await expect(page.getByLabel("Order number")).toHaveValue("nothing");
  await state(page, id, email);
  await confirm(page);
  await expect(page.getByText("We received your withdrawal")).toBeVisible();
});

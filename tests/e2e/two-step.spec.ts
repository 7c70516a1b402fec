import { localSecret } from "@/lib/local/local-env";
import { openDevice } from "@/lib/people/auth/known-device";
import { expectAccessible } from "./accessible";
import { password, security, signIn } from "./accounts";
import { shopUnderTest } from "./local-shop";
import { codeOf, signInAsNewCustomer } from "./signed-in";
import { expect, type Page, test } from "./test";

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/auth?next=/settings");
  await signIn(page, email);
}

/** Gives a code at the second step of signing in. */
async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function turnOff(page: Page, code: string): Promise<void> {
  const form = security(page).locator("details", { hasText: "Turn it off" });
  await form.getByLabel("Your password").fill(password);
  await form.getByLabel("Code", { exact: true }).fill(code);
  await form.getByRole("button", { name: "Turn off two-step sign-in" }).click();
}

test("a customer turns two-step sign-in on, signs in with a code, and turns it off @phone-deep", async ({
  page,
  context,
}) => {
  const { id: userId, email } = await signInAsNewCustomer(context, password);
  await page.goto("/settings");
  const setUp = security(page).getByRole("button", { name: "Set up an authenticator app" });
  const typed = security(page).getByLabel("Your password");
  await typed.last().fill("not my password 1");
  await setUp.click();
  await expect(security(page).getByText("This is not your password.")).toBeVisible();
  await typed.last().fill(password);
  await setUp.click();
  await expect(security(page).locator(":focus")).toContainText("Scan this with an authenticator app");
  const totpSecret = (await security(page).getByText("No camera?").locator("code").textContent()) ?? "";
  await security(page).getByLabel("Code", { exact: true }).fill("000000");
  await security(page).getByRole("button", { name: "Confirm" }).click();
  await expect(security(page).getByText("This code is not right.")).toBeVisible();
  await security(page).getByLabel("Code", { exact: true }).fill(codeOf({ totpSecret }));
  await security(page).getByRole("button", { name: "Confirm" }).click();
  const codes = security(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expect(security(page).getByRole("status").filter({ hasText: "Keep your" })).toBeFocused();
  await expectAccessible(page);
  const [code = "", spare = "", last = ""] = await codes.allTextContents();
  const download = page.waitForEvent("download");
  await security(page).getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await security(page).getByRole("button", { name: "I have saved them" }).click();
  await expect(security(page)).toBeFocused();
  await expect(security(page).getByText("10 recovery codes are left.")).toBeVisible();
  // The account's new version still knows this browser, by the code that it gave.
  const mark = (await context.cookies()).find(({ name }) => name === "shop_device")?.value ?? null;
  const account = { userId, version: 1 };
  expect(openDevice(localSecret(shopUnderTest.dataDir), account, mark, "second_factor")).not.toBeNull();

  await signInAgain(page, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page);
  // The password alone opens nothing.
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/);
  await page.goto("/auth/second-factor");
  await giveCode(page, "aaaaa-aaaaa-aaaaa-aaaaa");
  await expect(page.getByText("This code is not right, or was used before.")).toBeVisible();
  await giveCode(page, code.toUpperCase());
  await expect(page).toHaveURL(/^[^?]+\/settings$/);
  await expect(security(page).getByText("9 recovery codes are left.")).toBeVisible();

  await signInAgain(page, email);
  await giveCode(page, code);
  await expect(page.getByText("This code is not right, or was used before.")).toBeVisible();
  await giveCode(page, spare);
  await expect(page).toHaveURL(/^[^?]+\/settings$/);

  await security(page).getByText("Turn it off").click();
  await turnOff(page, spare);
  await expect(security(page).getByText("or was used before")).toBeVisible();
  await turnOff(page, last);
  await expect(
    security(page).getByRole("status").filter({ hasText: "Two-step sign-in is off." }),
  ).toBeFocused();
  await signInAgain(page, email);
  await expect(page).toHaveURL(/^[^?]+\/settings$/);
});

test("old recovery codes and an old key are not shown again, and it can be turned on again", async ({
  page,
  context,
}) => {
  await signInAsNewCustomer(context, password);
  await page.goto("/settings");
  const key = security(page).getByText("No camera?").locator("code");
  const codes = security(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  const saved = security(page).getByRole("button", { name: "I have saved them" });
  const turnOn = async () => {
    await security(page).getByLabel("Your password").last().fill(password);
    await security(page).getByRole("button", { name: "Set up an authenticator app" }).click();
    const secret = (await key.textContent()) ?? "";
    await security(page)
      .getByLabel("Code", { exact: true })
      .fill(codeOf({ totpSecret: secret }));
    await security(page).getByRole("button", { name: "Confirm" }).click();
    await expect(codes).toHaveCount(10);
    return { secret, first: (await codes.allTextContents())[0] ?? "" };
  };

  const { secret, first } = await turnOn();
  await saved.click();
  const renew = security(page).locator("details", { hasText: "Make new recovery codes" });
  await renew.getByText("Make new recovery codes").click();
  await renew.getByLabel("Your password").fill(password);
  await renew.getByLabel("Code", { exact: true }).fill(first);
  await renew.getByRole("button", { name: "Make new codes" }).click();
  await expect(codes.first()).not.toHaveText(first);
  const spare = (await codes.allTextContents())[0] ?? "";
  await saved.click();
  await expect(security(page).getByText("10 recovery codes are left.")).toBeVisible();
  await expect(codes).toHaveCount(0);

  await security(page).getByText("Turn it off").click();
  await turnOff(page, spare);
  await expect(security(page).getByText("Two-step sign-in is off.")).toBeVisible();
  await expect(key).toHaveCount(0);
  expect((await turnOn()).secret).not.toBe(secret);
});

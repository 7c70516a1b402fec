import { holdBack, newEmail, painted } from "./journey";
import { seedOrder, seedTicket, signInAsNewAdmin, signInAsNewCustomer } from "./signed-in";
import { type BrowserContext, devices, expect, type Locator, type Page, test } from "./test";

// On a slow phone a page can be read, filled in and submitted long before hydration. Each test delays the scripts; what
// the visitor did before must neither be lost nor end up in an address.

test.use({ ...devices["Pixel 7"], viewport: { width: 390, height: 844 } });

/** Opens a page whose scripts arrive when the returned function is called. */
async function openEarly(page: Page, path: string): Promise<() => void> {
  const letGo = await holdBack(page, "**/_next/static/**/*.js");
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return letGo;
}

/** Resolves once React has hydrated the element and run its effects. */
async function takenOver(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps$"))))
    .toBe(true);
  await painted(element.page());
}

type Form = {
  name: string;
  path: string | ((context: BrowserContext) => Promise<string>);
  /** The fields' values by label. */
  fields: Record<string, string>;
};

const email = "early@example.com";

// One page of each kind of form: the contact page's is also the custom package's and the dashboard's.
const forms: Form[] = [
  { name: "signing in", path: "/auth", fields: { Email: email, Password: "a phrase typed early" } },
  {
    name: "signing up",
    path: "/auth?tab=sign-up",
    fields: { "Username (optional)": "Early", Email: email, Password: "a phrase typed early" },
  },
  { name: "a lost password", path: "/auth/reset", fields: { Email: email } },
  { name: "a lost link", path: "/track", fields: { Email: email, "Order number": "ab12cd34" } },
  {
    name: "a message to support",
    path: "/contact",
    fields: { Email: email, "Order ID (optional)": "ab12cd34", Message: "Where is it?" },
  },
  {
    name: "a reply",
    path: async (context) => {
      const customer = await signInAsNewCustomer(context);
      return `/tickets/${await seedTicket(customer, "Where is it?")}`;
    },
    fields: { "Your reply": "It has arrived." },
  },
  {
    name: "a customer's settings",
    path: async (context) => {
      await signInAsNewCustomer(context, "a phrase of a customer");
      return "/settings";
    },
    fields: { "Your name": "Early", "New password": "a phrase typed early" },
  },
  {
    name: "the details of an order",
    path: "/tiktok/details/likes?package=likes-100",
    fields: { "TikTok username": "lucarows", Email: email },
  },
];

test.describe("text typed before the page is ready is still there afterwards", () => {
  for (const { name, path, fields } of forms) {
    test(`${name}`, async ({ page, context }) => {
      const address = typeof path === "string" ? path : await path(context);
      const letGo = await openEarly(page, address);
      const typed = Object.entries(fields).map(([label, text]) => ({
        field: page.getByLabel(label, { exact: true }).filter({ visible: true }),
        text,
      }));
      for (const { field, text } of typed) await field.fill(text);
      letGo();
      for (const { field, text } of typed) {
        await takenOver(field);
        await expect.soft(field).toHaveValue(text);
      }
    });
  }
});

test("what is typed into a page that is translated before it is ready stays", async ({
  page,
  complaints,
}) => {
  const letGo = await openEarly(page, "/instagram/details/followers?package=followers-100");
  const name = page.getByRole("combobox", { name: "Instagram username" });
  await name.fill("warmcrumbs");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const translated = Object.assign(document.createElement("font"), { textContent: "Instagram-Follower" });
    heading.replaceChildren(translated);
  });
  letGo();
  await expect.poll(() => complaints.splice(0).join()).toContain("React error #418");
  await takenOver(name);
  await expect(name).toHaveValue("warmcrumbs");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
});

test("the package chosen before the page is ready is bought", async ({ page }) => {
  const letGo = await openEarly(page, "/instagram/details/followers?package=followers-100");
  const choice = page.getByLabel("Package");
  await choice.selectOption("followers-1000");
  letGo();
  await expect(page).toHaveURL(/package=followers-1000/);
  await expect(choice).toHaveValue("followers-1000");
  await expect(page.getByRole("complementary", { name: "Your order" })).toContainText("$13.49");
  await page.reload();
  await expect(page.getByRole("complementary", { name: "Your order" })).toContainText("$13.49");
});

test("an order's details can't be submitted before the page is ready, and land in no address", async ({
  page,
}) => {
  const letGo = await openEarly(page, "/instagram/details/followers?package=followers-100");
  const address = page.url();
  const buyer = newEmail();
  const next = page.getByRole("button", { name: "Continue" });
  await page.getByLabel(/Instagram username/).fill("warmcrumbs");
  await page.getByLabel("Email").fill(buyer);
  await expect(next).toBeDisabled();
  await page.getByLabel("Email").press("Enter");
  const profileArrives = await holdBack(page, "**/api/functions/instagram-profile-lookup");
  letGo();
  await expect(page.getByRole("button", { name: "Verifying..." })).toBeDisabled();
  profileArrives();
  await expect(next).toBeEnabled();
  expect(page.url()).toBe(address);
  await expect(page.getByLabel("Email")).toHaveValue(buyer);
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  await next.click();
  await expect(page.getByText(buyer)).toBeVisible();
});

test("a message refused before the page was ready stays in the form, which is empty once it is sent", async ({
  page,
}) => {
  const letGo = await openEarly(page, "/contact");
  await page.getByLabel("Email").fill("buyer@nowhere");
  await page.getByLabel("Message", { exact: true }).fill("Where is it?");
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  letGo();
  await takenOver(page.getByLabel("Message", { exact: true }));
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Where is it?");
  await page.getByLabel("Email").fill(newEmail());
  await send.click();
  await expect(page.getByText("Support Ticket Submitted").first()).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(send).toBeDisabled();
});

test("an admin form is disabled before hydration: a key typed into it lands in no address", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  const letGo = await openEarly(page, "/admin/settings");
  const fields = page.getByRole("main").getByRole("textbox");
  const save = page.getByRole("button", { name: /Save/ }).first();
  await expect(fields.first()).toBeDisabled();
  await expect(save).toBeDisabled();
  letGo();
  await expect(fields.first()).toBeEnabled();
  await expect(save).toBeEnabled();
});

test("a filter selected before hydration is applied, and the back button undoes it", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context);
  const letGo = await openEarly(page, "/admin/audit");
  const action = page.getByRole("combobox", { name: "Action" });
  const [chosen = ""] = await action.selectOption({ index: 1 });
  letGo();
  await expect(page).toHaveURL(new RegExp(`action=${chosen}`));
  await takenOver(action);
  await expect(action).toHaveValue(chosen);
  await page.goBack();
  await expect(page).not.toHaveURL(/action=/);
  await takenOver(action);
  await expect(action).toHaveValue("");
  expect(new URL(page.url()).search).toBe("");
});

test("a column can't be hidden before hydration, which would lose it", async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsNewAdmin(context);
  await seedOrder({ email: newEmail() }, { status: "completed" });
  const letGo = await openEarly(page, "/admin");
  await page.getByText("Columns", { exact: true }).click();
  const date = page.getByRole("checkbox", { name: "Date" });
  await expect(date).toBeDisabled();
  letGo();
  await date.uncheck();
  await expect(page).toHaveURL(/hide=date/);
});

test("the menu opens and closes before and after the page is ready", async ({ page }) => {
  const letGo = await openEarly(page, "/instagram");
  const opener = page.getByRole("button", { name: "Open the menu" });
  const menu = page.getByRole("dialog", { name: "Menu" });
  const openAndClose = async () => {
    await opener.click();
    await expect(menu.getByRole("link", { name: "Pricing" })).toBeVisible();
    await menu.getByRole("button", { name: "Close the menu" }).click();
    await expect(menu).toBeHidden();
  };
  await openAndClose();
  letGo();
  await takenOver(opener);
  await openAndClose();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a refused message comes back as it was written", async ({ page }) => {
    await page.goto("/contact");
    await page.getByLabel("Email").fill("buyer@nowhere");
    await page.getByLabel("Order ID").fill("ab12cd34");
    await page.getByLabel("Message", { exact: true }).fill("Where is it?\nIt is late.");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("buyer@nowhere");
    await expect(page.getByLabel("Order ID")).toHaveValue("ab12cd34");
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Where is it?\nIt is late.");
    const email = newEmail();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Support Ticket Submitted")).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  });

  test("a refused wish to stop orders keeps the chosen platform", async ({ page }) => {
    await page.goto("/contact/stop-orders");
    await page.getByLabel("Email").fill("buyer@nowhere");
    await page.getByLabel("Platform").selectOption("tiktok");
    await page.getByLabel("Username").fill("lucarows");
    await page.getByLabel("Message", { exact: true }).fill("The word is in its bio.");
    await page.getByRole("button", { name: "Stop orders" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Platform")).toHaveValue("tiktok");
    await expect(page.getByLabel("Username")).toHaveValue("lucarows");
  });

  test("a refused sign-in keeps the address, and never the password", async ({ page }) => {
    await page.goto("/auth");
    const form = page.getByRole("tabpanel", { name: "Sign In" });
    const address = newEmail();
    await form.getByLabel("Email").fill(address);
    await form.getByLabel("Password", { exact: true }).fill("not the phrase of anybody");
    await form.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Authentication failed")).toBeVisible();
    await expect(form.getByLabel("Email")).toHaveValue(address);
    await expect(form.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(await page.content()).not.toContain("not the phrase of anybody");
    await page.getByRole("tab", { name: "Sign Up" }).click();
    await expect(page.getByRole("tabpanel", { name: "Sign Up" })).toBeVisible();
  });

  test("refused settings come back as they were typed", async ({ page, context }) => {
    await signInAsNewCustomer(context, "a phrase of a customer");
    await page.goto("/settings");
    const email = page.getByRole("region", { name: "Email" });
    await email.getByLabel("New email").fill("buyer@nowhere");
    await email.getByLabel("Your password").fill("a phrase of a customer");
    await email.getByRole("button", { name: "Change email" }).click();
    await expect(email.getByText("Please enter a valid email address")).toBeVisible();
    await expect(email.getByLabel("New email")).toHaveValue("buyer@nowhere");
    expect(await page.content()).not.toContain("a phrase of a customer");
  });

  test("a step of the purchase says that it needs JavaScript", async ({ page }) => {
    await page.goto("/instagram/details/followers?package=followers-100");
    // Found by its link, because browser drivers can't see texts inside <noscript>.
    await expect(page.getByRole("link", { name: "write to us" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  });
});

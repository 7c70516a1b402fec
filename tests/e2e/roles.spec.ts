import { may, type StaffRole, staffRoles } from "@/lib/people/auth/roles";
import {
  actionsOfTheBuild,
  askAs,
  byScript,
  cookieOfStaff,
  entriesOf,
  isRefused,
  newVictim,
  refusal,
  told,
} from "./access-walk";
import { expectAccessible } from "./accessible";
import { buyAsGuest } from "./journey";
import { origin } from "./local-shop";
import { forEach } from "./raw-http";
import {
  ageReauthentication,
  confirmDialog,
  openCustomer,
  reauthenticate,
  run,
  seedOrder,
  signInAsNewAdmin,
  signInAsNewCustomer,
} from "./signed-in";
import { expect, test } from "./test";

// Tries in the build what each role may do: every action, every page and file, every button. The table of
// lib/people/auth/roles.ts says what is right; tests/support/access.ts reads which permission each entry point needs.

async function staff(): Promise<{ role: StaffRole; cookie: string }[]> {
  return Promise.all(staffRoles.map(async (role) => ({ role, cookie: await cookieOfStaff(role) })));
}

test("every action answers each role as the table of roles says", async () => {
  const victim = await newVictim();
  const actions = actionsOfTheBuild(victim).filter(({ rule }) => rule?.permission);
  expect(actions.length).toBeGreaterThan(50);
  const people = await staff();
  const calls = actions.flatMap((action) => people.map((person) => ({ action, ...person })));
  const wrong: string[] = [];
  let refused = 0;
  await forEach(calls, async ({ action, role, cookie }) => {
    const isIncluded = action.rule?.permission !== undefined && may(role, action.rule.permission);
    // Sends an empty form: a role that includes the action gets an answer about the form, and no refusal.
    const { status, text } = await askAs(cookie, byScript(action, {}));
    const isForbidden = refusal.test(text);
    if (isForbidden) refused++;
    const isAnswered = /"ok":(?:true|false)/.test(text);
    if (!isAnswered || isForbidden === isIncluded)
      wrong.push(`${role} ${action.name}: ${status} ${text.slice(-200)}`);
  });
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});

test("every admin page and file opens for the roles that include it, without a button for anything else", async () => {
  const victim = await newVictim();
  const actions = actionsOfTheBuild(victim).filter(({ rule }) => rule?.permission);
  const entries = entriesOf(victim).filter(({ rule }) => rule.permission);
  const people = await staff();
  const wrong: string[] = [];
  const buttons: Partial<Record<StaffRole, number>> = {};
  const requests = entries.flatMap((entry) => people.map((person) => ({ entry, ...person })));
  await forEach(requests, async ({ entry, role, cookie }) => {
    const way = { method: entry.method, path: entry.address };
    const answer = await askAs(cookie, way);
    const name = `${role} ${entry.name}: ${answer.status} ${answer.location}`;
    if (entry.rule.permission === undefined) return;
    if (!may(role, entry.rule.permission)) {
      if (!isRefused(way, answer)) wrong.push(`let in: ${name}`);
      if (told(answer, victim).length > 0) wrong.push(`told of the victim: ${name}`);
      return;
    }
    // Some addresses need a row that the victim does not have.
    if (isRefused(way, answer) && answer.status !== 404) wrong.push(`kept out: ${name}`);
    for (const { id, name: action, rule } of actions) {
      if (!answer.text.includes(id)) continue;
      buttons[role] = (buttons[role] ?? 0) + 1;
      if (rule?.permission && !may(role, rule.permission)) wrong.push(`${name} has ${action}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(buttons.owner).toBeGreaterThan(20);
  // One checks the audit log's chain, the other confirms who they are. Neither changes anything of the shop.
  expect(buttons.read_only).toBe(2);
});

test("no admin page has an order's token in it, for all roles", async () => {
  const victim = await newVictim();
  const link = ` ${origin}/order/${victim.token}`;
  await run(
    "UPDATE support_tickets SET order_id = $2, message = message || $3, admin_response = $3, responded_at = now() WHERE id = $1",
    [victim.ticketId, victim.orderId, link],
  );
  const orders = await run<{ token: string }>("SELECT token FROM orders WHERE length(token) >= 22");
  const tokens = new Set(orders.map(({ token }) => token));
  expect(tokens.has(victim.token)).toBe(true);
  const lengths = [...new Set(orders.map(({ token }) => token.length))];
  const tokensIn = (text: string) => {
    const found = (text.match(/[\w-]{22,}/g) ?? []).flatMap((word) =>
      lengths.flatMap((length) =>
        Array.from(word, (_, at) => word.slice(at, at + length)).filter((part) => tokens.has(part)),
      ),
    );
    // Without duplicates, because a token at the end of a word is found once for each length.
    return [...new Set(found)];
  };
  expect(tokensIn(`{\\"a\\":\\"%2Forder%2F${victim.token}\\"}`)).toEqual([victim.token]);
  const entries = entriesOf(victim).filter(({ name, rule }) => rule.permission && name.startsWith("/admin"));
  const addresses = [...entries.map(({ address }) => address), "/admin?tab=tickets"];
  const people = await staff();
  const wrong: string[] = [];
  let read = 0;
  await forEach(
    addresses.flatMap((address) => people.map((person) => ({ address, ...person }))),
    async ({ address, role, cookie }) => {
      const { status, text } = await askAs(cookie, { method: "GET", path: address });
      if (status === 200) read++;
      if (tokensIn(text).length > 0) wrong.push(`${role} ${address}`);
    },
  );
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(50);
});

test("an administrator who opens a page outside the role gets a plain message, with a link back", async ({
  page,
  context,
}) => {
  await signInAsNewAdmin(context, "support");
  await page.goto("/admin/settings");
  await expect(page).toHaveURL(/\/admin\/refused$/);
  await expect(page.getByRole("heading", { name: "Your role does not include this page" })).toBeVisible();
  await expect(page.getByText("You are signed in as Support. Ask an owner")).toBeVisible();
  await expectAccessible(page);
  const menu = page.getByRole("navigation", { name: "Admin", exact: true });
  await expect(menu.getByRole("link", { name: "Review" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Suppliers" })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText("Total Revenue")).toHaveCount(0);
});

// tests/e2e/needs-me.spec.ts has the release of such a refund.
test("a refund above support's ceiling waits, and the page offers support no release", async ({
  page,
  context,
  browser,
}) => {
  const { orderId } = await buyAsGuest(browser, "followers-5000");
  const asker = await signInAsNewAdmin(context, "support");
  await page.goto(`/admin/orders/${orderId}`);
  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(refunds.getByText("On your own, you may refund up to $20.00")).toBeVisible();
  await refunds.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund this order" });
  await dialog.getByRole("radio", { name: "Another amount" }).check();
  await dialog.getByLabel("Amount in dollars").fill("25.00");
  await dialog.getByLabel("Reason").fill("a third is missing");
  await dialog.getByRole("button", { name: "Refund this amount" }).click();
  await expect(page.getByText("$25.00 is more than you may refund alone.")).toBeVisible();
  await expect(refunds.getByText(`Requested by ${asker.email}`)).toBeVisible();
  await expect(refunds.getByRole("button", { name: /^(?:Release|Drop)/ })).toHaveCount(0);
  await page.getByRole("link", { name: "View as the buyer" }).click();
  await expect(page).toHaveURL(`/admin/orders/${orderId}/buyer`);
  await expect(page.getByRole("heading", { name: "5,000 followers" })).toBeVisible();
  const main = page.getByRole("main");
  for (const button of await main.getByRole("button").all()) await expect.soft(button).toBeDisabled();
});

test("an order as its buyer sees it needs password and code once the sign-in is old, and opens then", async ({
  page,
  context,
  browser,
}) => {
  const { orderId } = await buyAsGuest(browser, "followers-100");
  const admin = await signInAsNewAdmin(context, "support");
  await ageReauthentication(admin);
  await page.goto(`/admin/orders/${orderId}/buyer`);
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await reauthenticate(page, admin);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`/admin/orders/${orderId}/buyer`);
  await expect(page.getByRole("heading", { name: "100 followers" })).toBeVisible();
});

test("a customer becomes an administrator and loses the role again; administrators can't remove their own", async ({
  page,
  context,
  browser,
}) => {
  const other = await browser.newContext();
  const customer = await signInAsNewCustomer(other);
  const admin = await signInAsNewAdmin(context);
  await seedOrder(customer, { status: "completed" });
  await openCustomer(page, customer.email);
  await expect(page.getByRole("list", { name: "Orders" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Make administrator" }).click();
  await page.getByLabel("Role").selectOption("support");
  await confirmDialog(page, "Make administrator");
  await expect(page.getByText("Support", { exact: true })).toBeVisible();
  const theirs = await other.newPage();
  await theirs.goto("/dashboard");
  await expect(theirs).toHaveURL(/\/auth/);
  await other.close();
  await page.getByRole("button", { name: "Remove admin role" }).click();
  await confirmDialog(page, "Remove the role");
  await expect(page.getByRole("button", { name: "Make administrator" })).toBeVisible();
  await page.goto(`/admin/customers/${admin.id}`);
  await expect(page.getByRole("button", { name: "Sign out everywhere" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove admin role" })).toHaveCount(0);
});

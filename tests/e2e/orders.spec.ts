import { day } from "@/lib/base/time/time";
import { control } from "../support/control";
import { attemptFactory, orderFactory } from "../support/factories";
import { expectAccessible } from "./accessible";
import { payButton, payByCard, usernameField } from "./journey";
import { panelUrl } from "./local-shop";
import { deliverTo, endSessions, run, seedOrder, signInAsNewCustomer, withDatabase } from "./signed-in";
import { expect, test, unreachable } from "./test";

test("a customer buys, watches the delivery on the dashboard and finds the order among the completed ones @phone", async ({
  page,
  context,
}) => {
  await control(`${panelUrl}/_control`, { speed: 8 });
  const { email } = await signInAsNewCustomer(context);
  await page.goto("/instagram/details/followers?package=followers-100");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page.getByText("Guest Checkout")).toBeHidden();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Email")).toHaveJSProperty("readOnly", true);
  await usernameField(page).fill("warmcrumbs");
  await expect(page.getByRole("term").filter({ hasText: "Followers" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await payButton(page).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  // Open before the payment, because the delivery may be over before a page is.
  const dashboard = await context.newPage();
  await dashboard.goto("/dashboard");
  const active = dashboard.getByRole("region", { name: "Active Orders" });
  await expect(active.getByRole("article")).toHaveCount(1);
  await payByCard(page);
  await expect(page).toHaveURL(/\/success/);

  const completed = dashboard.getByRole("region", { name: "Completed Orders" });
  await expect(completed.getByRole("article")).toHaveCount(1);
  await expect(active).toHaveCount(0);
  await expect(dashboard.getByRole("definition").nth(2)).toHaveText("1");
  await page.goto("/dashboard");
  await page
    .getByRole("region", { name: "Completed Orders" })
    .getByRole("link", { name: /View order/ })
    .click();
  await expect(page.getByText("Delivered in full")).toBeVisible();

  // One click fills everything in, the next pays.
  await page.getByRole("link", { name: "Order again" }).click();
  await page.getByRole("button", { name: /Complete Payment · \$2\.29/ }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
});

test.describe("the dashboard", () => {
  test("shows active orders with their delivery, live, and ended orders", async ({ page, context }) => {
    const me = await signInAsNewCustomer(context);
    const running = await seedOrder(me, {
      status: "processing",
      quantity: 1000,
      cents: 1349,
      delivered: 400,
    });
    const unpaid = await seedOrder(me, { status: "pending", age: 1 });
    await seedOrder(me, { status: "completed", age: 2 });
    await seedOrder(me, {
      status: "partial",
      service: "likes",
      delivered: 25,
      cents: 249,
      refundedCents: 187,
      age: 3,
    });
    await page.goto("/dashboard");
    await expect(page.getByRole("definition").filter({ hasText: /^\d+$/ }).first()).toHaveText("4");
    const active = page.getByRole("region", { name: "Active Orders" });
    await expect(active.getByRole("article")).toHaveCount(2);
    const payment = active.getByRole("link", { name: `Pay now for order #${unpaid.id.slice(0, 8)}` });
    await expect(payment).toHaveAttribute("href", `/order/${unpaid.token}`);
    const card = active.getByRole("article", { name: `Order #${running.id.slice(0, 8)}` });
    await expect(card.getByText("Processing")).toBeVisible();
    await expect(card.getByText("1,000")).toBeVisible();
    await expect(card.getByText("$13.49")).toBeVisible();
    await expect(card.getByRole("link", { name: /instagram\.com\/wanderwithmara/ })).toBeVisible();
    await expect(card.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "40");
    await expect(card.getByText("Last updated")).toBeVisible();
    await deliverTo(running.id, 750);
    await expect(card.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "75");
    await expect(card.getByText("250", { exact: true })).toBeVisible();
    const ended = page.getByRole("region", { name: "Cancelled and Expired Orders" });
    await expect(ended.getByText("Cancelled", { exact: true })).toBeVisible();
    await expect(
      ended.getByText("25 of 100 likes delivered. $1.87 has gone back to your card."),
    ).toBeVisible();
    await expectAccessible(page);
    // The shop can't be reached, which says nothing about the session.
    const interrupted = active.getByText("Live updates are interrupted");
    await page.route(/\/api\/(me$|orders\/)/, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(interrupted).toBeVisible();
    await page.unrouteAll();
    await expect(interrupted).toBeHidden();
    // Signed out on another device: the stream ends.
    await endSessions(me);
    await expect(active.getByText("You are signed out.")).toBeVisible();
    await active.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/auth\?next=/);
  });

  test("says when there are no orders, as the history does, and links services to their packages", async ({
    page,
    context,
  }) => {
    await signInAsNewCustomer(context);
    await page.goto("/dashboard");
    await expect(page.getByText("No orders yet")).toBeVisible();
    await expect(page.getByText("Start by ordering a service")).toBeVisible();
    await page.getByRole("tab", { name: "Orders" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/\/dashboard\?tab=services/);
    await expect(page.getByRole("tab", { name: "Services" })).toHaveAttribute("aria-selected", "true");
    const likes = page.getByRole("article", { name: "Instagram likes" });
    await expect(likes.getByText("$11.49/1K")).toBeVisible();
    await expectAccessible(page);
    await likes.getByRole("link", { name: /Order Now/ }).click();
    await expect(page).toHaveURL(/\/instagram\?service=likes/);

    await page.goto("/orders");
    await expect(page.getByText("Start boosting your social media presence today!")).toBeVisible();
    await page.getByRole("link", { name: "Browse Services" }).click();
    await expect(page).toHaveURL(/\/\?browse=1/);
  });

  for (const [clock, days] of [
    ["a day behind", -1],
    ["a day ahead", 1],
  ] as const) {
    test(`greets by a clock that is ${clock}, and counts the time since an update by the shop's`, async ({
      page,
      context,
    }) => {
      const me = await signInAsNewCustomer(context);
      const { id, token } = await seedOrder(me, { status: "processing", delivered: 40 });
      await run(
        "UPDATE order_fulfillment SET last_checked_at = now() - interval '3 hours' WHERE order_id = $1",
        [id],
      );
      const evening = new Date(Date.now() + days * day);
      evening.setHours(21, 15);
      await page.clock.setFixedTime(evening);
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        `Good evening, ${me.email.split("@")[0]}`,
      );
      await expect(page.getByText(/Last updated 3 hours ago/)).toBeVisible();
      await page.goto(`/order/${token}`);
      await expect(page.getByText(/Last updated 3 hours ago/)).toBeVisible();
    });
  }

  for (const way of ["?verified=1", "#access_token=abc&type=signup"]) {
    test(`says that the email is verified when its link leads to /dashboard${way}`, async ({
      page,
      context,
    }) => {
      await signInAsNewCustomer(context);
      await page.goto(`/dashboard${way}`);
      await expect(page.getByText("Email successfully verified")).toBeVisible();
      await expect(page.getByText("Your account is now fully activated.")).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  }
});

test.describe("the order history", () => {
  test("shows the account's orders as they were bought, and its email", async ({ page, context }) => {
    const me = await signInAsNewCustomer(context);
    const order = await seedOrder(me, {
      status: "processing",
      service: "likes",
      quantity: 1000,
      cents: 1149,
      providerOrderId: "48213",
      posts: [
        { postUrl: "https://www.instagram.com/p/one/", quantity: 700 },
        { postUrl: "https://www.instagram.com/p/two/", quantity: 300 },
      ],
    });
    await seedOrder({ email: me.email }, { status: "completed" });
    await page.goto("/orders");
    await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
    await expect(page.getByText("Customer Account")).toBeVisible();
    await expect(page.getByRole("main").getByText(me.email)).toBeVisible();
    await expect(page.getByText("View and track all your orders")).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 3 })).toHaveCount(1);
    await expect(main.getByText("1,000", { exact: true })).toBeVisible();
    await expect(main.getByText("$11.49")).toBeVisible();
    await expect(main.getByText("Posts: 2 selected")).toBeVisible();
    await expect(main.getByText(`Order #${order.id.slice(0, 8)} · ID: #48213`)).toBeVisible();
    await expect(main.getByRole("link", { name: /Post 1/ })).toHaveAttribute("href", /\/p\/one\//);
    await expect(main.getByText("+700 likes")).toBeVisible();
    await expect(main.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/?browse=1");
    await expectAccessible(page);
    await main.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test("goes on page by page, with and without JavaScript", async ({ page, context, plain }) => {
    const me = await signInAsNewCustomer(context);
    for (let age = 0; age < 23; age += 1) await seedOrder(me, { status: "completed", age });
    await page.goto("/orders");
    const cards = page.getByRole("main").getByRole("heading", { level: 3 });
    await expect(cards).toHaveCount(20);
    await page.getByRole("link", { name: "Load more orders" }).click();
    await expect(cards).toHaveCount(23);
    const entries = page.getByRole("main").getByRole("listitem");
    await expect(entries.filter({ has: page.getByRole("heading", { level: 3 }) }).nth(20)).toBeFocused();
    await expect(page.getByRole("link", { name: "Load more orders" })).toHaveCount(0);

    await plain.context().addCookies(await context.cookies());
    await plain.goto("/orders");
    await plain.getByRole("link", { name: "Load more orders" }).click();
    await expect(plain).toHaveURL(/before=/);
    await expect(plain.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(3);
  });
});

/** Creates an order that its supplier completed although the public counter shows none of it. Returns its token. */
function emptyOrder(): Promise<string> {
  return withDatabase(async (db) => {
    const finishedAt = new Date(Date.now() - 48 * 3_600_000);
    const data = { status: "completed", finishedAt } as const;
    const order = await orderFactory(db, { username: "tinyatelier.pt", data });
    const { id: orderId, token, paidAt, platform, serviceType, postUrl: link } = order;
    await attemptFactory(db, orderId, { paidAt });
    await db.orderFulfillment.create({
      data: { orderId, deliveryProgress: 100, delivered: 100, remains: 0 },
    });
    const units = { position: 0, quantity: 100, remains: 0, state: "completed" } as const;
    const times = { leasedAt: finishedAt, submittedAt: finishedAt, finishedAt };
    const target = { platform, serviceType, link, targetKey: `e2e:${orderId}` };
    const { id: itemId } = await db.fulfillmentItem.create({
      data: { orderId, ...units, ...times, ...target },
    });
    // More than the account has, so nothing has arrived; and 100 followers are more than a hundredth of it.
    const before = { itemId, moment: "before", count: 9_000, source: "test" };
    await db.targetCount.create({ data: { ...before, takenAt: finishedAt } });
    // The look that the request takes is the second, which proves it.
    const first = { itemId, moment: "after", count: 8_000, source: "test" };
    await db.targetCount.create({ data: { ...first, takenAt: new Date(Date.now() - 8 * 3_600_000) } });
    return token;
  });
}

test("a guest reports that nothing has arrived, is answered at once, and can object @phone-deep", async ({
  page,
}) => {
  await page.goto(`/order/${await emptyOrder()}`);
  const send = page.getByRole("button", { name: "Check and decide now" });
  await page.getByLabel(/Nothing has arrived/).check();
  await expectAccessible(page);
  await page.route("**/order/*", unreachable);
  await send.click();
  await expect(page.getByText(/The shop could not be reached/)).toBeVisible();
  await expect(page.getByLabel(/Nothing has arrived/)).toBeChecked();
  await page.unroute("**/order/*");
  await send.click();
  await expect(page.getByText("You chose “Nothing has arrived”")).toBeVisible();
  await expect(page.getByText(/By our own count, 100 followers (never arrived|have dropped)/)).toBeVisible();
  await expect(page.getByText(/What is missing is being delivered again|Of what was missing/)).toBeVisible();
  // The shop may have counted again by itself meanwhile, which is a section of its own.
  const answer = page.locator("section").filter({ hasText: "You chose “Nothing has arrived”" });
  await answer.getByText("I don't agree").click();
  await answer.getByLabel("Why not?").fill("I count 80 of them.");
  await expectAccessible(page);
  await answer.getByRole("button", { name: "Send to our team" }).click();
  await expect(page.getByText(/Our team received your question on/)).toBeVisible();
  await expect(page.getByText("I don't agree")).toHaveCount(0);
  // The form has gone, and the keyboard continues where it was.
  await expect(page.locator("section:focus").getByText("You chose “Nothing has arrived”")).toBeVisible();
});

test("a delivered order's page shows a refill's end live, and without JavaScript when loaded again", async ({
  page,
  plain,
}) => {
  const token = await emptyOrder();
  // No job looks at a refill that is unknown.
  const [refill] = await run<{ id: string }>(
    `INSERT INTO refills (id, item_id, state) SELECT gen_random_uuid(), item.id, 'unknown'
     FROM fulfillment_items AS item JOIN orders ON orders.id = order_id WHERE token = $1 RETURNING id`,
    [token],
  );
  await page.goto(`/order/${token}`);
  await plain.goto(`/order/${token}`);
  await expect(page.getByText("A refill is in progress.")).toBeVisible();
  // Found by its link, because browser drivers can't see texts inside <noscript>.
  await expect(plain.getByRole("link", { name: "Refresh now" })).toBeVisible();
  await run("UPDATE refills SET state = 'completed' WHERE id = $1", [refill?.id]);
  await expect(page.getByText("What was missing has been delivered again.")).toBeVisible();
  await plain.reload();
  await expect(plain.getByRole("link", { name: "Refresh now" })).toHaveCount(0);
});

test("without JavaScript a request is decided too", async ({ plain }) => {
  await plain.goto(`/order/${await emptyOrder()}`);
  await plain.getByLabel(/The count has dropped/).check();
  await plain.getByRole("button", { name: "Check and decide now" }).click();
  await expect(plain.getByText("You chose “The count has dropped”")).toBeVisible();
  // Also said where the answer has not changed, and is not listed again.
  await expect(plain.getByText("We have checked your order.")).toBeVisible();
});

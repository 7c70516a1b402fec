import { describe, expect, test } from "vitest";
import { declinedCard, goodCard, lineItem, sessionParams, useFixture } from "./stripe-fixtures";

const fixture = useFixture();

const open = (changes: Parameters<typeof sessionParams>[0] = {}) =>
  fixture.stripe.checkout.sessions.create(sessionParams(changes));
const show = async (id: string) => (await fetch(`${fixture.url}/checkout/${id}`)).text();

describe("the payment page", () => {
  test("shows the lines, the total, a link back and the test cards", async () => {
    const { id } = await open();
    const response = await fetch(`${fixture.url}/checkout/${id}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    for (const text of ["100 followers", "2 × $1.40", "Pay $5.09", "Test mode", "4242 4242 4242 4242"]) {
      expect(page).toContain(text);
    }
    expect(page).toContain('href="http://127.0.0.1:1/order/token?canceled=1"');
    expect(page).toMatch(/value="buyer@example.com"\s+readonly/);
  });

  test("loads nothing from elsewhere", async () => {
    const page = await show((await open()).id);
    expect(page).not.toMatch(/(src|@import|url\()/);
    expect(page).not.toMatch(/<link(?! rel="icon" href="data:,")/);
  });

  test("escapes everything that comes from outside", async () => {
    const nasty = `"><script>alert('x')</script>`;
    const { id } = await open({
      line_items: [lineItem(nasty, 500, 1)],
      cancel_url: `http://127.0.0.1:1/?a="><script>alert(1)</script>`,
      customer_email: undefined,
    });
    expect(await show(id)).not.toContain("<script>alert");
    const again = await fixture.pay(id, declinedCard, { name: nasty });
    expect(await again.text()).not.toContain("<script>alert");
  });

  test("an unknown session is a 404 page", async () => {
    expect((await fetch(`${fixture.url}/checkout/cs_test_unknown`)).status).toBe(404);
    expect((await fixture.pay("cs_test_unknown", goodCard)).status).toBe(404);
  });
});

describe("paying", () => {
  test("a good card returns the buyer to the shop with the session's id", async () => {
    const { id } = await open();
    const response = await fixture.pay(id, goodCard);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`http://127.0.0.1:1/success?session_id=${id}`);
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "paid",
      customer_details: { email: "buyer@example.com" },
    });
  });

  test("a declined card keeps the session open for a good one", async () => {
    const { id } = await open();
    const declined = await fixture.pay(id, declinedCard);
    expect(declined.status).toBe(402);
    expect(await declined.text()).toMatch(/role="alert"[^>]*>Your card was declined\./);
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "open",
      payment_status: "unpaid",
    });
    expect((await fixture.pay(id, goodCard)).status).toBe(303);
    const { data: charges } = await fixture.stripe.charges.list();
    expect(charges).toHaveLength(1);
  });

  test.each([
    ["4242 4242 4242 4241", "Your card number is invalid."],
    ["1234", "Your card number is invalid."],
    ["", "Your card number is incomplete."],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
  ])("the card %j gets 402: %s", async (card, message) => {
    const { id } = await open();
    const response = await fixture.pay(id, card);
    expect([response.status, await response.text()]).toEqual([402, expect.stringContaining(message)]);
  });

  test("the typed email is kept on the page, the card number is not", async () => {
    const { id } = await open({ customer_email: undefined });
    const page = await (await fixture.pay(id, declinedCard, { email: "typed@example.com" })).text();
    expect(page).toContain('value="typed@example.com"');
    expect(page).not.toContain(`value="${declinedCard}"`);
    const missing = await fixture.pay(id, goodCard, { email: "" });
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining("Enter a valid email address."),
    ]);
    await fixture.pay(id, goodCard, { email: "typed@example.com" });
    const { customer_details: details } = await fixture.stripe.checkout.sessions.retrieve(id);
    expect(details?.email).toBe("typed@example.com");
  });

  test("an email given with the session can't be changed by the buyer", async () => {
    const { id } = await open();
    await fixture.pay(id, goodCard, { email: "other@example.com" });
    const { customer_details: details } = await fixture.stripe.checkout.sessions.retrieve(id);
    expect(details?.email).toBe("buyer@example.com");
  });

  test("four submissions at the same instant pay once", async () => {
    const { id } = await open();
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await fixture.pay(id, goodCard)).status),
    );
    expect(statuses.sort()).toEqual([303, 410, 410, 410]);
    expect((await fixture.stripe.charges.list()).data).toHaveLength(1);
  });

  test("a paid page links to the confirmation, an expired one to the order", async () => {
    const paid = await open();
    await fixture.pay(paid.id, goodCard);
    const complete = await fetch(`${fixture.url}/checkout/${paid.id}`);
    expect([complete.status, await complete.text()]).toEqual([
      410,
      expect.stringContaining(`href="http://127.0.0.1:1/success?session_id=${paid.id}"`),
    ]);
    const old = await open();
    await fixture.stripe.checkout.sessions.expire(old.id);
    const expired = await fetch(`${fixture.url}/checkout/${old.id}`);
    expect([expired.status, await expired.text()]).toEqual([
      410,
      expect.stringContaining('href="http://127.0.0.1:1/order/token?canceled=1"'),
    ]);
  });
});

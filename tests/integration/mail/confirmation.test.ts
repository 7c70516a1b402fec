import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { day } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { orderConfirmedMail } from "@/lib/money/payments/payment-mails";
import { addBlock } from "@/lib/people/abuse/blocks";
import { byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { closeServer, listen } from "../../support/listen";
import { useMail } from "../../support/mail";
import { type PlacedOrder, useShopAtStripe } from "../../support/shop";

const { database, db, stripe, shop } = useShopAtStripe();
const mail = useMail(database);

const again = { code: "upstream_failed" };
/** The only header that a mail of the shop adds. */
const automatic = { "Auto-Submitted": "auto-generated" };

/** A paid order and the mail that is queued for it. */
async function paidOrder(changes: object = {}): Promise<PlacedOrder & { mailId: string }> {
  const placed = await shop.placeAndPay(changes);
  await shop.settle(placed.sessionId);
  return { ...placed, mailId: (await queuedMail(placed.orderId)).id };
}

const queuedMail = (orderId: string) => db().emailLog.findFirstOrThrow({ where: { orderId } });

/** The confirmation of an order as its buyer gets it, in plain text without line breaks. */
async function confirmationOf(orderId: string): Promise<{ subject: string; text: string }> {
  const key = `order-confirmed:${orderId}`;
  await mail.send((await db().emailLog.findUniqueOrThrow({ where: { key } })).id);
  const [received] = await mail.inbox();
  return { subject: received?.subject ?? "", text: received?.text?.replaceAll(/\s+/g, " ") ?? "" };
}

afterEach(async () => {
  const witnesses = { stripeControl: `${stripe.url}/_control`, mailList: `${mail.url}/emails` };
  expect(await checkInvariants(db(), witnesses)).toEqual([]);
});

describe("the confirmation", () => {
  it("goes to a paid order's buyer in HTML and plain text, with receipt and link to its page", async () => {
    const { token, mailId, orderId } = await paidOrder({
      addOns: [{ id: "checkout-followers-500", count: 2 }],
      quantity: 1100,
      price: 9.77,
    });
    await mail.send(mailId);
    const [received] = await mail.inbox();
    expect(received).toMatchObject({
      from: "Groundswell <orders@groundswell.example>",
      to: ["buyer@example.com"],
      cc: [],
      bcc: [],
      reply_to: ["support@groundswell.example"],
      subject: "Order confirmed: Instagram followers for @wanderwithmara",
      headers: automatic,
    });
    const facts = [
      `http://127.0.0.1:3000/order/${token}`,
      "100 followers",
      "+500 followers × 2",
      "$2.29",
      "$7.48",
      "$9.77",
      orderId.slice(0, 8),
      "ask us to begin at once",
      "/legal/terms/2",
      "/legal/refunds/2",
      "These terms are governed by United States law.",
      "- An approved refund is paid to the same card within 7-10 business days.",
    ];
    const missingIn = (part: string | null = "") =>
      facts.filter((fact) => !part?.replaceAll("<!-- -->", "").includes(fact));
    expect(missingIn(received?.html)).toEqual([]);
    expect(missingIn(received?.text)).toEqual([]);
    expect(received?.text).not.toMatch(/<\w/);
    expect(await queuedMail(orderId)).toMatchObject({ state: "sent", attempts: 1, resendId: received?.id });
  });

  it("is sent once, however often the payment is settled and the job runs", async () => {
    const { mailId, sessionId, orderId } = await paidOrder();
    await Promise.all(Array.from({ length: 5 }, () => shop.settle(sessionId)));
    await Promise.allSettled(Array.from({ length: 5 }, () => mail.send(mailId)));
    await mail.send(mailId);
    await mail.send(mailId);
    expect(await mail.inbox()).toHaveLength(1);
    expect(await db().emailLog.count({ where: { orderId } })).toBe(1);
  });

  it("of a payment returned in full before it was settled does not say that the order is on its way", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const { payment_intent } = await stripe.chargeOf(orderId);
    await stripe.client().refunds.create({ payment_intent: String(payment_intent) });
    await shop.settle(sessionId);
    const { subject, text } = await confirmationOf(orderId);
    expect(subject).toMatch(/^Payment received: /);
    expect(text).not.toContain("on its way");
    expect(text).toContain("what goes back to you");
    expect(text).toContain("ask us to begin at once");
  });

  it("of an order that a blocked card paid says that it is checked, not that it is on its way", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, "5555 5555 5555 4444");
    const charge = await stripe.chargeOf(orderId);
    const value = charge.payment_method_details?.card?.fingerprint ?? "";
    await addBlock(db(), { block: { kind: "card", value }, ...byOps });
    await shop.settle(sessionId);
    const { subject, text } = await confirmationOf(orderId);
    expect(subject).toMatch(/^Payment received: /);
    expect(text).not.toContain("on its way");
    expect(text).toContain("Our team is checking this order");
  });

  it("is queued once for each key, with one job", async () => {
    const { orderId } = await paidOrder();
    const same = { about: orderId, orderId, recipient: "other@example.com" };
    await Promise.all(Array.from({ length: 5 }, () => enqueueMail(db(), orderConfirmedMail, same)));
    expect(await db().emailLog.findMany({ where: { orderId } })).toMatchObject([
      { recipient: "buyer@example.com" },
    ]);
    expect((await shop.jobs(orderId)).filter((job) => job === "mail")).toHaveLength(1);
  });

  it.each([["429"], ["500"], ["hang"], ["lost"]] as const)(
    "that meets %s leaves the order alone, is tried again and arrives once",
    async (fault) => {
      const { mailId, orderId } = await paidOrder();
      await mail.faults(fault, fault);
      for (let attempt = 1; attempt <= 2; attempt++) {
        // Only an answer that never comes needs a short limit.
        const limit = fault === "hang" ? { timeoutMs: 3_000 } : {};
        await expect(mail.send(mailId, limit)).rejects.toMatchObject(again);
        expect(await queuedMail(orderId)).toMatchObject({ state: "queued", attempts: attempt });
        expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
      }
      await mail.send(mailId);
      await mail.send(mailId);
      expect(await mail.inbox()).toHaveLength(1);
      expect(await queuedMail(orderId)).toMatchObject({ state: "sent", attempts: 3, error: null });
    },
  );

  it("is tried for up to three days, also after a hundred failed tries", async () => {
    const { mailId, orderId } = await paidOrder();
    await db().emailLog.update({ where: { id: mailId }, data: { attempts: 100 } });
    await mail.faults("500", "500");
    await expect(mail.send(mailId)).rejects.toMatchObject(again);
    await mail.age(mailId, 4 * day);
    await mail.send(mailId);
    expect(await queuedMail(orderId)).toMatchObject({ state: "failed", error: "application_error" });
    await mail.send(mailId);
    expect(await mail.inbox()).toEqual([]);
  });

  it("that was sent with an older template, and whose answer was lost, is not sent again", async () => {
    const { mailId, orderId } = await paidOrder();
    await mail.faults("lost");
    await expect(mail.send(mailId, { shopName: "Undertow" })).rejects.toMatchObject(again);
    await mail.send(mailId);
    expect(await mail.inbox()).toHaveLength(1);
    expect(await queuedMail(orderId)).toMatchObject({ state: "sent" });
  });
});

it.each<[string, string[]]>([
  ["a@example.com\r\nBcc: everybody@example.com", []],
  ["a@example.com\nBcc: everybody@example.com", []],
  ["a@example.com, everybody@example.com", []],
  ["a@example.com\u2028Bcc: everybody@example.com", []],
  ["A <a@example.com>", ["A <a@example.com>"]],
])(
  "hostile text in an address cannot add a header or a recipient: %j arrives at %j",
  async (recipient, to) => {
    // Stored past the schema, which would refuse it. Resend gets it as one address, and refuses what is none.
    const { mailId, orderId } = await paidOrder();
    await db().emailLog.update({ where: { id: mailId }, data: { recipient } });
    await mail.send(mailId).catch((error: unknown) => expect(error).toMatchObject(again));
    const inbox = await mail.inbox();
    expect(inbox.map(({ to, bcc, headers }) => [to, bcc, headers])).toEqual(
      to.map((one) => [[one], [], automatic]),
    );
    const error = to.length > 0 ? null : "validation_error";
    expect(await queuedMail(orderId)).toMatchObject({ attempts: 1, error });
  },
);

it.each<[string, number | "silent", string]>([
  ["an empty 200", 200, ""],
  ["a 200 without an id", 200, "{}"],
  ["a page of HTML", 502, "<html>Bad gateway</html>"],
  ["a redirect", 302, ""],
  ["no answer at all", "silent", ""],
])("Resend is asked again after %s, until the mail arrives", async (_, status, body) => {
  const server = createServer((request, response) => {
    if (status === "silent") request.destroy();
    else response.writeHead(status).end(body);
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const { mailId, orderId } = await paidOrder();
  await expect(mail.send(mailId, { baseUrl })).rejects.toMatchObject(again);
  expect(await queuedMail(orderId)).toMatchObject({ state: "queued", attempts: 1 });
  await closeServer(server);
  await mail.send(mailId);
  expect(await mail.inbox()).toHaveLength(1);
});

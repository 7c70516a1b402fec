import { beforeAll, describe, expect, it } from "vitest";
import { newId, newToken } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { decisionIntent } from "@/lib/orders/order/refund-status";
import { linkGuestOrders } from "@/lib/people/customers/link-guest-orders";
import { answerTicket } from "@/lib/people/support/change-ticket";
import { openTicket } from "@/lib/people/support/open-ticket";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import { useDatabase } from "../../support/database";
import {
  attemptFactory,
  byOps,
  customerFactory,
  orderFactory,
  paidOrderFactory,
  refundFactory,
} from "../../support/factories";
import { renderStored } from "../../support/mail";
import { testSecret } from "../../support/test-env";

const { db } = useDatabase();
const shop = { name: "Ground<b>swell", supportEmail: "help@example.com", origin: "https://shop.example" };
const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(1)>\r\nBcc: all@example.com`;
const token = `${newToken()}+/=&x`;
const sealedToken = seal(testSecret, "mailed-link", token);

/** A decision about an item's request, which the shop looks at again. */
async function decide(
  { id: itemId, orderId }: { id: string; orderId: string },
  changes: object = {},
): Promise<string> {
  const asked = { requestId: newId(), kind: "refill", askedBy: "customer", askedAt: new Date() };
  const decided = { outcome: "wait", reason: "arriving", message: "It is on its way.", facts: {} };
  const data = { orderId, itemId, ...asked, ...decided, lookAgainAt: new Date(), ...changes };
  return (await db().requestDecision.create({ data })).id;
}

type Sample = { props: object; orderId: string | null; link: string };
let samples: Record<string, Sample>;

/** Rows for every mail, with hostile text in each field that a stranger fills in. */
async function makeSamples(): Promise<Record<string, Sample>> {
  const { order, item } = await paidOrderFactory(db(), { quantity: 1000, data: { username: hostile } });
  await db().orderLine.create({
    data: {
      orderId: order.id,
      position: 1,
      kind: "package",
      catalogId: "followers-1000",
      label: hostile,
      quantity: 1000,
      count: 1,
      unitCents: 1349,
      amountCents: 1349,
    },
  });
  const decisionId = await decide(item);
  const refunded = { amountCents: 212, note: "not for customers", status: "succeeded" } as const;
  const { id: refundId } = await refundFactory(db(), order.id, refunded);
  const user = await customerFactory(db());
  const { id: ticketId } = await openTicket(db(), {
    caller: { userId: user.id, email: user.email },
    kind: "support",
    orderReference: hostile.slice(0, 90),
    message: `Hello\n${hostile}`,
  });
  const { actor } = byOps;
  await answerTicket(db(), { actor, ticketId, version: 0, text: `Dear customer,\n${hostile}` });
  const { id: messageId } = await db().ticketMessage.findFirstOrThrow({ where: { ticketId } });

  const { id: withdrawalId } = await db().withdrawal.create({
    data: {
      orderId: order.id,
      name: hostile,
      email: order.email,
      orderNumber: order.id.slice(0, 8),
      isMailed: true,
      decidedAt: new Date(),
      outcome: "withdrawn",
      delivered: 400,
      openUnits: 0,
      backCents: 809,
    },
  });

  const page = `${shop.origin}/order/${order.token}`;
  const ticket = `${shop.origin}/tickets/${ticketId}`;
  const carried = encodeURIComponent(token);
  const account = (link: string, props: object = {}): Sample => ({ props, orderId: null, link });
  const aboutOrder = (props: object = {}): Sample => ({ props, orderId: order.id, link: page });
  return {
    "verify-email": account(`${shop.origin}/auth/verify?token=${carried}`, { sealedToken }),
    "account-exists": account(`${shop.origin}/auth/reset`),
    administrator: account(`${shop.origin}/auth/reset?token=${carried}`, { sealedToken, role: "support" }),
    "reset-password": account(`${shop.origin}/auth/reset?token=${carried}`, { sealedToken }),
    "password-changed": account(`${shop.origin}/auth/reset`),
    "sign-in-changed": account(`${shop.origin}/auth/reset`, { change: "passkey-added" }),
    "codes-guessed": account(`${shop.origin}/auth/reset`),
    "confirm-new-email": account(`${shop.origin}/settings/confirm-email?token=${carried}`, { sealedToken }),
    "email-changed": account(`${shop.origin}/contact`, { newEmailMasked: "n•••@example.com" }),
    "orders-linked": account(`${shop.origin}/orders`, { count: 3 }),
    "account-deleted": account(shop.origin),
    "admin-invited": account(`${shop.origin}/admin-auth/join?token=${carried}`, {
      sealedToken,
      role: "support",
      invitedBy: hostile,
    }),
    "order-confirmed": aboutOrder(),
    "confirm-order-email": {
      props: { sealedToken },
      orderId: order.id,
      link: `${shop.origin}/order-email?token=${carried}`,
    },
    "order-email-changed": {
      props: { newEmailMasked: "n•••@example.com" },
      orderId: order.id,
      link: `${shop.origin}/contact`,
    },
    "payment-failed": aboutOrder(),
    "delivery-started": aboutOrder(),
    "delivery-completed": aboutOrder(),
    "order-refunded": aboutOrder({ refundId }),
    "target-unreachable": aboutOrder({ itemId: item.id, fixBy: new Date().toISOString() }),
    "request-decided": aboutOrder({ decisionIds: [decisionId] }),
    "tracking-link": aboutOrder(),
    "withdrawal-received": aboutOrder({ withdrawalId }),
    "ticket-received": account(ticket, { ticketId }),
    "ticket-answered": account(ticket, { ticketId, messageId }),
    "ticket-opened": account(ticket, { ticketId }),
    "test-mail": account(`${shop.origin}/admin/going-live`),
    "operator-alert": account(`${shop.origin}/admin/suppliers/1`, {
      kind: "low_balance",
      message: hostile,
      path: "/admin/suppliers/1",
    }),
  };
}

beforeAll(async () => {
  samples = await makeSamples();
});

function sampleOf(kind: string): Sample {
  const sample = samples[kind];
  if (!sample) throw new Error(`${kind} has no sample in this file`);
  return sample;
}

function render(kind: string, changes: Partial<Sample> = {}) {
  const { props, orderId } = { ...sampleOf(kind), ...changes };
  return renderStored(kind, { db: db(), shop, secret: testSecret, orderId }, props);
}

const kinds = [...mailKinds.keys()];
const wholeOf = ({ subject, html, text }: { subject: string; html: string; text: string }) =>
  [subject, html, text].join("\n");
const plain = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");

describe.each(kinds)("the mail %s", (kind) => {
  let rendering: ReturnType<typeof render> | undefined;
  const rendered = () => (rendering ??= render(kind));

  it("has its link in both parts, and no missing value", async () => {
    const mail = await rendered();
    const { html, text } = mail;
    expect(plain(html)).toContain(`href="${sampleOf(kind).link}`);
    expect(text).toContain(sampleOf(kind).link);
    expect(wholeOf(mail)).not.toMatch(/undefined|\[object|NaN|null/);
    expect(text).not.toMatch(/<\/?(p|div|td|table|style)\b/);
    expect(text).not.toContain("prefers-color-scheme");
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"/>');
  });

  it("shows hostile text as text, and keeps its subject on one line", async () => {
    const { subject, html } = await rendered();
    expect(html).not.toMatch(/<script|<img src=x|<b>/i);
    expect(html).toContain("Ground&lt;b&gt;swell");
    expect(subject).not.toMatch(/[\r\n\u2028\u2029]/);
    expect(subject.length).toBeGreaterThan(5);
  });

  it("names no address but the shop's own", async () => {
    const { html } = await rendered();
    const targets = [...plain(html).matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(targets.length).toBeGreaterThan(2);
    const own = [shop.origin, `mailto:${shop.supportEmail}`];
    expect(targets.filter((target) => !own.some((start) => target.startsWith(start)))).toEqual([]);
  });
});

describe("what a mail may say", () => {
  it("quotes a customer's ticket, but not a guest's, which a stranger may have written", async () => {
    expect((await render("ticket-received")).text).toContain("Hello");
    const victim = await customerFactory(db());
    const caller = { userId: null, email: victim.email };
    const message = "Cheap watches at https://spam.example";
    const { id } = await openTicket(db(), { caller, kind: "support", orderReference: "BUY-NOW!", message });
    await answerTicket(db(), { actor: byOps.actor, ticketId: id, version: 0, text: "Sorry?" });
    const answer = await db().ticketMessage.findFirstOrThrow({ where: { ticketId: id } });
    const received = await render("ticket-received", { props: { ticketId: id } });
    const answered = await render("ticket-answered", { props: { ticketId: id, messageId: answer.id } });
    await db().$transaction((tx) => linkGuestOrders(tx, victim.id, victim.email));
    const afterSignIn = await render("ticket-answered", { props: { ticketId: id, messageId: answer.id } });
    expect(wholeOf(received)).not.toMatch(/watches|spam|BUY/);
    expect(wholeOf(answered)).not.toMatch(/watches|spam|BUY/);
    expect(wholeOf(afterSignIn)).not.toMatch(/watches|spam|BUY/);
    // Only an account has a page for its tickets.
    expect(wholeOf(received)).not.toContain("/tickets/");
    expect(wholeOf(answered)).not.toContain("/tickets/");
    expect(answered.html).toContain(`href="mailto:${shop.supportEmail}"`);
    expect(afterSignIn.html).toContain(`/tickets/${id}`);
    expect(received.subject).toBe("We've received your message");
    expect(answered.subject).toBe("We replied to your message");
  });

  it.each(["payment-failed", "tracking-link"] as const)(
    "does not name the profile that a guest chose in %s, which a stranger can trigger for free",
    async (kind) => {
      const victim = await customerFactory(db());
      const data = { email: victim.email, guestKeyHash: "a stranger's" };
      const order = await orderFactory(db(), { username: "buy_at_spam.example", status: "pending", data });
      const before = await render(kind, { orderId: order.id });
      await db().$transaction((tx) => linkGuestOrders(tx, victim.id, victim.email));
      const afterSignIn = await render(kind, { orderId: order.id });
      expect(wholeOf(before)).not.toContain("spam");
      expect(wholeOf(afterSignIn)).not.toContain("spam");
    },
  );

  it("does not repeat the name typed into the withdrawal of a guest's unpaid order, even once an account has it", async () => {
    const victim = await customerFactory(db());
    const data = { email: victim.email, guestKeyHash: "a stranger's" };
    const { id: orderId } = await orderFactory(db(), { status: "pending", data });
    await db().$transaction((tx) => linkGuestOrders(tx, victim.id, victim.email));
    const stated = { name: "BUY at spam.example", email: victim.email, orderNumber: orderId.slice(0, 8) };
    const outcome = { orderId, decidedAt: new Date(), outcome: "unpaid", isMailed: true };
    const { id } = await db().withdrawal.create({ data: { ...stated, ...outcome } });
    const receipt = () => render("withdrawal-received", { orderId, props: { withdrawalId: id } });
    expect(wholeOf(await receipt())).not.toContain("spam");
    await db().order.update({ where: { id: orderId }, data: { guestKeyHash: null } });
    expect((await receipt()).text).toContain("spam");
  });

  it("does not repeat the name that was typed into a withdrawal that matches no order", async () => {
    const stated = { name: "BUY at spam.example", email: "victim@example.com", orderNumber: "0a1b2c3d" };
    const outcome = { decidedAt: new Date(), outcome: "unmatched" };
    const { id } = await db().withdrawal.create({ data: { ...stated, isMailed: true, ...outcome } });
    const mail = await render("withdrawal-received", { orderId: null, props: { withdrawalId: id } });
    expect(wholeOf(mail)).not.toContain("spam");
    expect(mail.text).toContain("0a1b2c3d");
    expect(mail.text).not.toContain("24 hours");
    const promising = {
      db: db(),
      secret: testSecret,
      orderId: null,
      shop: { ...shop, replyTime: " within 24 hours" },
    };
    const promised = await renderStored("withdrawal-received", promising, { withdrawalId: id });
    expect(promised.text.replaceAll(/\s+/g, " ")).toContain("write to you within 24 hours.");
  });

  it("names the post or reel of a decision where an order has several, and nothing where it has one", async () => {
    const selectedPosts = ["post", "reel"].map((kind, index) => ({
      postId: `p${index}`,
      kind,
      postUrl: "https://www.instagram.com/p/A/",
      quantity: 50,
    }));
    const order = await orderFactory(db(), { data: { selectedPosts } });
    const decideAbout = async (position: number) => {
      const { platform, serviceType, postUrl: link, id: orderId } = order;
      const item = await db().fulfillmentItem.create({
        data: {
          orderId,
          position,
          platform,
          serviceType,
          link,
          postId: `p${position}`,
          targetKey: `${orderId}:${position}`,
          quantity: 50,
          remains: 0,
          state: "completed",
        },
      });
      return decide(item);
    };
    const first = await decideAbout(0);
    const about = (decisionIds: string[]) =>
      render("request-decided", { orderId: order.id, props: { decisionIds } });
    expect((await about([first])).text).not.toContain("Post 1");
    const second = await decideAbout(1);
    const { text } = await about([first, second]);
    expect(text.match(/It is on its way\./g)).toHaveLength(1);
    const third = await decideAbout(2);
    expect((await about([first, third])).text).toContain("Post 1 and Post 3: It is on its way.");
    expect((await about([second])).text).toContain("Reel 2: It is on its way.");
    await db().requestDecision.update({
      where: { id: second },
      data: { askedBy: "shop", outcome: "declined" },
    });
    expect((await about([second])).subject).toMatch(/^Our decision on your refund: /);
  });

  it("says of a decided refund that it has arrived, when it was sent before the mail", async () => {
    const { order, item } = await paidOrderFactory(db());
    const decisionId = await decide(item, { outcome: "refund", units: 300, cents: 405 });
    const about = () =>
      render("request-decided", { orderId: order.id, props: { decisionIds: [decisionId] } });
    expect((await about()).text).toContain("It is on its way.");
    await refundFactory(db(), order.id, {
      intent: decisionIntent(decisionId),
      amountCents: 405,
      status: "succeeded",
    });
    const text = (await about()).text.replaceAll(/\s+/g, " ");
    expect(text).toContain("$4.05 for the 300 missing followers has gone back to your card.");
    expect(text).not.toContain("It is on its way.");
  });

  it("offers withdrawal with the confirmation, where the shop takes it", async () => {
    const { props, orderId } = sampleOf("order-confirmed");
    const context = { db: db(), secret: testSecret, orderId, shop: { ...shop, takesWithdrawals: true } };
    const taking = await renderStored("order-confirmed", context, props);
    expect(taking.text).toContain(`${sampleOf("order-confirmed").link}/withdraw`);
    expect((await render("order-confirmed")).text).not.toContain("/withdraw");
  });

  it("does not contain an administrator's note about a refund", async () => {
    const { html } = await render("order-refunded");
    expect(html).not.toContain("not for customers");
    expect(html).toContain("$2.12");
  });

  it.each([
    ["failed", "undelivered", "Nothing was delivered"],
    ["partial", "undelivered", "Delivery ended early"],
    ["completed", "asked by the customer", "We sent money back to you"],
    ["processing", "second_payment", "We sent a payment back"],
    ["pending", "excluded_country", "We sent your payment back"],
    ["pending", "blocked", "We can&#x27;t take your order"],
    ["pending", "withdrawn", "You withdrew from this order"],
  ] as const)("of a refund for an order that is %s, because of %s: %s", async (status, reason, heading) => {
    const order = await orderFactory(db(), { data: { status } });
    await attemptFactory(db(), order.id, { status: "creating", amountCents: 1 });
    const { id: refundId } = await refundFactory(db(), order.id, { amountCents: 1349, reason });
    const { html } = await render("order-refunded", { orderId: order.id, props: { refundId } });
    expect(html).toContain(heading);
    expect(html).toContain("$13.49");
  });

  it("cannot be rendered with props of another kind, a row that is gone or another secret's token", async () => {
    const foreign = { sealedToken: seal("another-secret-another-secret-another", "mailed-link", token) };
    await expect(render("verify-email", { props: {} })).rejects.toThrow();
    await expect(render("verify-email", { props: foreign })).rejects.toThrow();
    await expect(render("order-confirmed", { orderId: newId() })).rejects.toThrow();
    await expect(render("ticket-received", { props: { ticketId: newId() } })).rejects.toThrow();
  });
});

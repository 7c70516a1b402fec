import { describe, expect, it } from "vitest";
import { newId, newToken, sha256 } from "@/lib/base/ids";
import { limits } from "@/lib/base/rate-limit/limits";
import { addMs, day } from "@/lib/base/time/time";
import {
  confirmOrderEmail,
  findEmailOffer,
  requestOrderEmail,
} from "@/lib/buyer/order-email/correct-order-email";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { deliveryCompletedMail } from "@/lib/orders/order/delivery-completed-mail";
import { linkGuestOrders } from "@/lib/people/customers/link-guest-orders";
import { sendTrackingLink } from "@/lib/people/customers/send-tracking-link";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { openTicket } from "@/lib/people/support/open-ticket";
import { accountDeps, lastLinkTo, mailKindsTo, newNetwork } from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import {
  auditOf,
  blockFactory,
  customerFactory,
  type OrderOptions,
  orderFactory,
} from "../../support/factories";

const { database, db } = useDatabase();
const now = new Date();
const newAddress = (name = "right") => `${name}-${newToken().toLowerCase()}@example.com`;

/** A paid order of a guest, whose browser has `guestKey`. */
async function guestOrder(data: OrderOptions["data"] = {}) {
  const guestKey = newToken();
  const email = newAddress("wrong");
  const order = await orderFactory(db(), { data: { email, guestKeyHash: sha256(guestKey), ...data } });
  return { ...order, guestKey };
}

type Order = Awaited<ReturnType<typeof guestOrder>>;

async function ask({ token, guestKey }: Pick<Order, "token"> & { guestKey: string | null }, email: string) {
  const deps = accountDeps(database.current, now);
  await requestOrderEmail(deps, { token, email, guestKey, address: newNetwork() });
}

const linkTo = (email: string) => lastLinkTo(db(), email, "confirm-order-email");
const press = async (email: string, at = now) =>
  confirmOrderEmail({ db: db(), now: at }, await linkTo(email));
const stored = ({ id }: Pick<Order, "id">) => db().order.findUniqueOrThrow({ where: { id } });

/** Asks in the order's browser, and presses the link. */
async function correct(order: Order, email = newAddress()): Promise<string> {
  await ask(order, email);
  await press(email);
  return email;
}

const bounce = (recipient: string) =>
  db().emailLog.create({
    data: {
      key: newId(),
      kind: "order-confirmed",
      recipient,
      props: {},
      state: "sent",
      report: "bounced",
      reportedAt: now,
    },
  });

describe("a guest's new address", () => {
  it("is the order's once its link is pressed, and not before", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    await ask(order, email);
    expect(await stored(order)).toMatchObject({ email: order.email, emailAtPurchase: null });
    expect(await mailKindsTo(db(), order.email)).toEqual([]);

    expect(await press(email)).toBe(order.token);
    expect(await stored(order)).toMatchObject({ email, emailAtPurchase: order.email });
  });

  it("gets the confirmation and later mails, and the old one is told", async () => {
    const order = await guestOrder();
    const email = await correct(order);
    await enqueueOrderMails(db(), deliveryCompletedMail, [{ orderId: order.id }]);
    expect(await mailKindsTo(db(), email)).toEqual([
      "confirm-order-email",
      "order-confirmed",
      "delivery-completed",
    ]);
    const told = await db().emailLog.findMany({ where: { recipient: order.email } });
    expect(told).toMatchObject([
      { kind: "order-email-changed", orderId: order.id, props: { newEmailMasked: "r•••@example.com" } },
    ]);
  });

  it("is in the audit log, masked, and on the order's timeline", async () => {
    const order = await guestOrder();
    await correct(order);
    expect(await auditOf(db(), order.id)).toMatchObject([
      { actor: "shop", action: "order.email_requested", after: { email: "r•••@example.com" } },
      {
        action: "order.email_changed",
        before: { email: "w•••@example.com" },
        after: { email: "r•••@example.com" },
      },
    ]);
    const events = await db().orderEvent.findMany({ where: { orderId: order.id }, orderBy: { id: "asc" } });
    expect(events.map(({ type }) => type)).toEqual(["email.change_requested", "email.changed"]);
  });

  it("finds the order on the tracking page, and the old one does not any more", async () => {
    const order = await guestOrder();
    const email = await correct(order);
    for (const typed of [email, order.email]) {
      await sendTrackingLink(db(), { email: typed, orderId: order.id }, now);
    }
    expect(await mailKindsTo(db(), email)).toContain("tracking-link");
    expect(await mailKindsTo(db(), order.email)).not.toContain("tracking-link");
  });

  it("gets the answers to the order's tickets, but not to those that strangers filed with the old address", async () => {
    const order = await guestOrder();
    const ticket = { kind: "support" as const, message: "Where is it?", orderReference: "" };
    const own = { caller: { userId: null, email: order.email }, orderId: order.id };
    const { id: ownId } = await openTicket(db(), { ...ticket, ...own });
    const { id: strangersId } = await openTicket(db(), { ...ticket, caller: own.caller });
    const email = await correct(order);
    const emailOf = async (id: string) =>
      (await db().supportTicket.findUniqueOrThrow({ where: { id } })).email;
    expect(await emailOf(ownId)).toBe(email);
    expect(await emailOf(strangersId)).toBe(order.email);
  });

  it("keeps the first address through a second correction, for limits and disputes", async () => {
    const order = await guestOrder();
    await correct(order);
    const email = await correct(order);
    expect(await stored(order)).toMatchObject({ email, emailAtPurchase: order.email });
    const { order: shown } = await loadEvidence(db(), order.id, now);
    expect(shown).toMatchObject({ email: order.email, correctedEmail: email });
  });

  it("that is the present one sends the confirmation again and changes nothing", async () => {
    const order = await guestOrder();
    await correct(order, order.email);
    expect(await mailKindsTo(db(), order.email)).toEqual(["confirm-order-email", "order-confirmed"]);
    expect(await stored(order)).toMatchObject({ email: order.email, emailAtPurchase: null });
  });
});

describe("the link to a new address", () => {
  it("works once", async () => {
    const order = await guestOrder();
    const email = await correct(order);
    expect(await codeOf(press(email))).toBe("link_used");
  });

  it("works for one of two presses at the same instant", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    await ask(order, email);
    const codes = await Promise.all([press(email), press(email)].map((pressing) => codeOf(pressing)));
    expect(codes.filter((code) => code === "link_used")).toHaveLength(1);
    expect(await mailKindsTo(db(), email)).toEqual(["confirm-order-email", "order-confirmed"]);
  });

  it("ends after a day", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    await ask(order, email);
    expect(await codeOf(press(email, addMs(now, day)))).toBe("link_expired");
  });

  it("is void once another address was confirmed", async () => {
    const [order, late] = [await guestOrder(), newAddress()];
    await ask(order, late);
    await correct(order);
    expect(await codeOf(press(late))).toBe("link_used");
  });

  it("does nothing to an order that was disputed meanwhile", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    await ask(order, email);
    await db().order.update({ where: { id: order.id }, data: { paymentStatus: "disputed" } });
    expect(await codeOf(press(email))).toBe("conflict");
    expect((await stored(order)).email).toBe(order.email);
  });

  it("takes no order from an account, which the order's page does not reveal", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    const user = await customerFactory(db(), { email: order.email });
    await db().$transaction((tx) => linkGuestOrders(tx, user.id, user.email));
    expect(await findEmailOffer(db(), order.token, order.guestKey)).toEqual({ comesBack: false });
    await ask(order, email);
    expect(await codeOf(press(email))).toBe("conflict");
    expect(await stored(order)).toMatchObject({ email: order.email, userId: user.id });
  });
});

describe("a new address is not taken", () => {
  it("by a forwarded link in another browser, while mails arrive", async () => {
    const order = await guestOrder();
    const stranger = { token: order.token, guestKey: newToken() };
    expect(await findEmailOffer(db(), order.token, stranger.guestKey)).toBeNull();
    expect(await findEmailOffer(db(), order.token, null)).toBeNull();
    expect(await codeOf(ask(stranger, newAddress()))).toBe("conflict");
    expect(await codeOf(ask({ ...stranger, guestKey: null }, newAddress()))).toBe("conflict");
  });

  it("from another browser once mails to the present address arrive again", async () => {
    const [order, email] = [await guestOrder(), newAddress()];
    const bounced = await bounce(order.email);
    const elsewhere = { token: order.token, guestKey: null };
    expect(await findEmailOffer(db(), order.token, null)).toEqual({ comesBack: true });
    await ask(elsewhere, email);
    const report = (changed: "delivered" | "bounced") =>
      db().emailLog.update({ where: { id: bounced.id }, data: { report: changed } });
    await report("delivered");
    expect(await codeOf(press(email))).toBe("conflict");
    await report("bounced");
    await press(email);
    expect((await stored(order)).email).toBe(email);
  });

  it("while it is on the block list", async () => {
    const [order, email] = [await guestOrder(), newAddress("blocked")];
    await blockFactory(db(), "email", email);
    expect(await codeOf(ask(order, email))).toBe("blocked");
  });

  it("more often than a few times a day for an order", async () => {
    const order = await guestOrder();
    for (let times = 0; times < limits.orderEmail.points; times++) await ask(order, newAddress());
    expect(await codeOf(ask(order, newAddress()))).toBe("rate_limited");
  });

  it("for an unknown order", async () => {
    expect(await codeOf(ask({ token: newToken(), guestKey: newToken() }, newAddress()))).toBe("not_found");
  });
});

describe("a corrected order", () => {
  const signIn = async (email: string) => {
    const user = await customerFactory(db(), { email });
    await db().$transaction((tx) => linkGuestOrders(tx, user.id, user.email));
    return user;
  };

  it("goes to the account of its new address, and not to that of the old one", async () => {
    const order = await guestOrder();
    const email = await correct(order);
    await signIn(order.email);
    expect((await stored(order)).userId).toBeNull();
    const owner = await signIn(email);
    expect((await stored(order)).userId).toBe(owner.id);
  });

  it("is erased with its account, and so are its links and both addresses", async () => {
    const order = await guestOrder({ status: "completed" });
    const email = await correct(order);
    await ask(order, newAddress());
    await deleteAccount(db(), (await signIn(email)).id);
    expect(await stored(order)).toMatchObject({ email: "deleted@account.invalid", emailAtPurchase: null });
    expect(await db().emailToken.count({ where: { orderId: order.id } })).toBe(0);
    const mails = await db().emailLog.findMany({ where: { orderId: order.id } });
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(["deleted@account.invalid"]));
  });

  it("forgets the address given at checkout when its owner deletes their account", async () => {
    const order = await guestOrder({ status: "completed" });
    const email = await correct(order);
    await deleteAccount(db(), (await signIn(order.email)).id);
    expect(await stored(order)).toMatchObject({ email, emailAtPurchase: null });
  });
});

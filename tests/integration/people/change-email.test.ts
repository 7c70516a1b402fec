import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/base/ids";
import { addMs, day } from "@/lib/base/time/time";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { deliveryCompletedMail } from "@/lib/orders/order/delivery-completed-mail";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { confirmEmailChange, requestEmailChange } from "@/lib/people/customers/email-change";
import { answerTicket } from "@/lib/people/support/change-ticket";
import { openTicket } from "@/lib/people/support/open-ticket";
import { accountDeps, answerMails, lastLinkTo, mailKindsTo, newNetwork } from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { byOps, customerFactory, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();
const now = new Date();
const password = "correct horse 7";
const newAddress = () => `new-${newToken().toLowerCase()}@example.com`;

async function customer() {
  return customerFactory(db(), { passwordHash: await argon2Hasher.hash(password) });
}

/** Asks for another address, and runs the job of the mail. */
async function request(userId: string, email: string, typed = password, address = newNetwork()) {
  const deps = accountDeps(database.current, now);
  await requestEmailChange(deps, { userId, email, address, password: typed, reauthenticatedAt: now });
  await answerMails(deps);
}

const confirm = (userId: string, token: string, at = now) =>
  confirmEmailChange({ db: db(), now: at }, { userId, token });

const mailsTo = (recipient: string) => mailKindsTo(db(), recipient);
const linkTo = (recipient: string) => lastLinkTo(db(), recipient, "confirm-new-email");

const emailOf = async (userId: string) =>
  (await db().user.findUniqueOrThrow({ where: { id: userId } })).email;

describe("changing the email", () => {
  it("happens when the link at the new address is followed, and the old address gets a mail", async () => {
    const user = await customer();
    const email = newAddress();
    await request(user.id, email);
    expect(await emailOf(user.id)).toBe(user.email);

    await confirm(user.id, await linkTo(email));
    expect(await emailOf(user.id)).toBe(email);
    const told = await db().emailLog.findFirst({ where: { recipient: user.email } });
    expect(told).toMatchObject({ kind: "email-changed", props: { newEmailMasked: "n•••@example.com" } });
  });

  it("adds the guest orders of the new address to the account, and not before", async () => {
    const user = await customer();
    const email = newAddress();
    const order = await orderFactory(db(), { data: { email } });
    const ownerOf = async () => (await db().order.findUniqueOrThrow({ where: { id: order.id } })).userId;
    await request(user.id, email);
    expect(await ownerOf()).toBeNull();
    await confirm(user.id, await linkTo(email));
    expect(await ownerOf()).toBe(user.id);
  });

  it("moves the mails about the account's orders and tickets to the new address, and no guest's", async () => {
    const [user, email] = [await customer(), newAddress()];
    const own = await orderFactory(db(), { data: { email: user.email, userId: user.id } });
    const guests = await orderFactory(db(), { data: { email: user.email } });
    const caller = { userId: user.id, email: user.email };
    const ticket = { caller, kind: "support" as const, message: "Where is it?", orderReference: "" };
    const { id: ticketId } = await openTicket(db(), ticket);
    await request(user.id, email);
    await confirm(user.id, await linkTo(email));
    const orders = [{ orderId: own.id }, { orderId: guests.id }];
    await enqueueOrderMails(db(), deliveryCompletedMail, orders);
    await answerTicket(db(), { ...byOps, ticketId, version: 0, text: "It arrives today." });
    expect(await mailsTo(email)).toEqual(["confirm-new-email", "delivery-completed", "ticket-answered"]);
    expect(await mailsTo(user.email)).toEqual(["ticket-received", "email-changed", "delivery-completed"]);
  });

  it("does not show the new address, nor its domain, to whoever holds the link of a guest's order", async () => {
    const [user, email] = [await customer(), newAddress()];
    const data = { email: user.email, userId: user.id };
    const guests = await orderFactory(db(), { data: { ...data, guestKeyHash: "of a stranger" } });
    const own = await orderFactory(db(), { data });
    await request(user.id, email);
    await confirm(user.id, await linkTo(email));
    const shownBy = async ({ token }: { token: string }) =>
      (await findOrderView(db(), token, now))?.emailMasked;
    expect(await shownBy(guests)).toBe("the address given at checkout");
    expect(await shownBy(own)).toBe("n•••@example.com");
  });

  it("answers the same for an address that is taken, and mails only its owner", async () => {
    const [user, owner] = [await customer(), await customer()];
    await request(user.id, owner.email);
    expect(await mailsTo(owner.email)).toEqual(["account-exists"]);
  });

  it("takes over an address of a sign-up that was never verified", async () => {
    const user = await customer();
    const squatter = await customerFactory(db(), { isVerified: false });
    await request(user.id, squatter.email);
    await confirm(user.id, await linkTo(squatter.email));
    expect(await emailOf(user.id)).toBe(squatter.email);
    expect(await db().user.findUnique({ where: { id: squatter.id } })).toBeNull();
  });

  it("is refused when another account verified the address first", async () => {
    const user = await customer();
    const email = newAddress();
    await request(user.id, email);
    const link = await linkTo(email);
    await customerFactory(db(), { email });
    expect(await codeOf(confirm(user.id, link))).toBe("conflict");
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it("needs the password", async () => {
    const user = await customer();
    const email = newAddress();
    expect(await codeOf(request(user.id, email, "wrong horse 7"))).toBe("invalid_input");
    expect(await mailsTo(email)).toEqual([]);
  });

  it("to the address the account has is refused", async () => {
    const user = await customer();
    await expect(request(user.id, user.email)).rejects.toMatchObject({
      fieldErrors: { email: expect.any(String) },
    });
  });

  it("can be requested five times an hour by one account, and is then refused", async () => {
    const user = await customer();
    for (let index = 0; index < 5; index += 1) await request(user.id, newAddress());
    const email = newAddress();
    expect(await codeOf(request(user.id, email))).toBe("rate_limited");
    expect(await mailsTo(email)).toEqual([]);
  });

  it("sends a stranger at most four mails an hour from one network, from all accounts together", async () => {
    const network = newNetwork();
    const email = newAddress();
    const users = await Promise.all([1, 2, 3].map(() => customer()));
    const codes: unknown[] = [];
    for (const { id } of [...users, ...users, ...users])
      codes.push(await codeOf(request(id, email, password, network)));
    expect(codes.filter((code) => code === null)).toHaveLength(4);
    expect(await mailsTo(email)).toHaveLength(4);
  });
});

describe("the link at the new address", () => {
  async function asked() {
    const user = await customer();
    const email = newAddress();
    await request(user.id, email);
    return { user, token: await linkTo(email) };
  }

  it("works once", async () => {
    const { user, token } = await asked();
    await confirm(user.id, token);
    expect(await codeOf(confirm(user.id, token))).toBe("link_used");
  });

  it("expires", async () => {
    const { user, token } = await asked();
    expect(await codeOf(confirm(user.id, token, addMs(now, 2 * day)))).toBe("link_expired");
  });

  it("is refused for another account, and still works for its own", async () => {
    const { user, token } = await asked();
    const other = await customer();
    await expect(confirm(other.id, token)).rejects.toMatchObject({
      code: "link_unknown",
      userMessage: expect.stringContaining("another account"),
    });
    expect(await emailOf(other.id)).toBe(other.email);
    await confirm(user.id, token);
  });

  it("is void once another link was followed", async () => {
    const { user, token } = await asked();
    const email = newAddress();
    await request(user.id, email);
    await confirm(user.id, await linkTo(email));
    expect(await codeOf(confirm(user.id, token))).toBe("link_used");
  });
});

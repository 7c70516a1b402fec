import { describe, expect, it } from "vitest";
import { newId, newToken } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { hour } from "@/lib/base/time/time";
import type { MailEvent } from "@/lib/local/mail/events";
import { listFailedMails, resendMail } from "@/lib/mail/queue/failed-mails";
import { isAboutMailbox, openSmtp } from "@/lib/mail/transport/mail-transport";
import { signatureOf } from "@/lib/mail/transport/resend-signature";
import { loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { checkMails } from "@/lib/running/watch/check-mails";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import { useDatabase } from "../../support/database";
import { startEntry } from "../../support/entry-server";
import { byOps, paidOrderFactory } from "../../support/factories";
import { useMail } from "../../support/mail";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const mail = useMail(database);
const { row, post } = mail;

const secret = `whsec_${Buffer.from("a key for the tests alone").toString("base64")}`;
let entry: Awaited<ReturnType<typeof startEntry>>;
let hook = { url: "", secret };

/** The shop's own server, with this file's database. */
async function openShop(): Promise<void> {
  entry = await startEntry((_request, response) => response.end());
  Object.assign(process.env, { DATABASE_URL: database.current.url, RESEND_WEBHOOK_SECRET: secret });
  hook = { url: `http://127.0.0.1:${entry.port}/api/webhooks/resend`, secret };
}

/** Sends a mail; returns its row's id and the provider's. */
async function sent(kind = "password-changed", wanted: Parameters<typeof post>[1] = {}) {
  const recipient = wanted.recipient ?? `${newToken().slice(0, 12).toLowerCase()}@example.com`;
  const id = await post(kind, { ...wanted, recipient });
  await mail.send(id);
  const { resendId } = await row(id);
  return { id, recipient, resendId: resendId ?? "" };
}

async function report(resendId: string, event: MailEvent): Promise<number> {
  await openShop();
  return mail.event(resendId, event, hook);
}

/** Posts a body that is signed like an event of Resend. */
async function postEvent(body: string, { key = secret, ageSeconds = 0, id = `msg_${newId()}` } = {}) {
  await openShop();
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const signature = signatureOf(key, id, timestamp, body);
  const headers = {
    "svix-id": id,
    "svix-timestamp": timestamp,
    // A key that is being replaced signs beside the new one.
    "svix-signature": `v1,${Buffer.alloc(32).toString("base64")} v1,${signature}`,
  };
  return entry.send("/api/webhooks/resend", headers, "POST", body);
}

const eventAbout = (mailId: string, type = "email.complained") =>
  JSON.stringify({ type, created_at: new Date().toISOString(), data: { tags: { mail: mailId } } });

describe("an event of Resend", () => {
  it.each<[MailEvent, string]>([
    [{ type: "email.delivered" }, "delivered"],
    [{ type: "email.failed" }, "failed"],
    [{ type: "email.bounced", bounce: "Permanent" }, "bounced"],
    [{ type: "email.bounced", bounce: "Transient" }, "soft_bounced"],
    [{ type: "email.bounced", bounce: "Undetermined" }, "soft_bounced"],
    [{ type: "email.suppressed" }, "suppressed"],
    [{ type: "email.complained" }, "complained"],
  ])("%j is recorded with its mail as %s", async (event, expected) => {
    const { id, resendId } = await sent();
    expect(await report(resendId, event)).toBe(200);
    expect(await row(id)).toMatchObject({ state: "sent", report: expected, reportedAt: expect.any(Date) });
  });

  it("about a bounce of no known type is recorded as soft, so that it suppresses nothing", async () => {
    const { id } = await sent();
    expect((await postEvent(eventAbout(id, "email.bounced"))).status).toBe(200);
    expect(await row(id)).toMatchObject({ report: "soft_bounced" });
  });

  it("changes nothing when it is repeated, or when a stronger one came before", async () => {
    const { id, resendId } = await sent();
    expect(await report(resendId, { type: "email.bounced" })).toBe(200);
    const first = await row(id);
    expect(await report(resendId, { type: "email.bounced" })).toBe(200);
    expect(await report(resendId, { type: "email.delivered" })).toBe(200);
    expect(await row(id)).toEqual(first);
  });

  it("that comes before the answer to the mail is kept", async () => {
    const id = await post("password-changed");
    expect((await postEvent(eventAbout(id, "email.delivered"))).status).toBe(200);
    await mail.send(id);
    expect(await row(id)).toMatchObject({ state: "sent", report: "delivered" });
  });

  it.each([
    ["of an unknown type", JSON.stringify({ type: "domain.updated", data: {} })],
    ["about another program's mail", JSON.stringify({ type: "email.bounced", data: { email_id: "x" } })],
    ["about a mail that is gone", eventAbout(newId())],
    ["that is not JSON", "bounced"],
  ])("%s is taken, so that it is not sent again, and stored nowhere", async (_, body) => {
    const { id } = await sent();
    expect((await postEvent(body)).status).toBe(200);
    expect(await row(id)).toMatchObject({ report: null, reportedAt: null });
  });

  it("with another key, an old time, a changed body or no signature is refused", async () => {
    const { id } = await sent();
    const body = eventAbout(id);
    const other = `whsec_${Buffer.from("another key of twenty").toString("base64")}`;
    expect((await postEvent(body, { key: other })).status).toBe(400);
    expect((await postEvent(body, { ageSeconds: 600 })).status).toBe(400);
    expect((await postEvent(body, { ageSeconds: -900 })).status).toBe(400);
    expect((await entry.send("/api/webhooks/resend", {}, "POST", body)).status).toBe(400);
    expect(await row(id)).toMatchObject({ report: null });
    expect((await postEvent(body, { ageSeconds: 200 })).status).toBe(200);
  });

  it("of more than 256 KiB, or by another method, is refused", async () => {
    expect((await postEvent("x".repeat(300_000))).status).toBe(413);
    expect((await entry.send("/api/webhooks/resend")).status).toBe(405);
  });
});

const linkProps = () => ({ sealedToken: seal(testSecret, "mailed-link", newToken()) });

describe("an address whose mail came back for good", () => {
  it("gets no mail that nobody asked for, and every one that its reader asks for", async () => {
    const { recipient, resendId } = await sent();
    await report(resendId, { type: "email.bounced" });
    const next = await sent("password-changed", { recipient });
    expect(await row(next.id)).toMatchObject({ state: "failed", error: "address_suppressed", attempts: 1 });
    const asked = await sent("reset-password", { recipient, props: linkProps() });
    expect(await row(asked.id)).toMatchObject({ state: "sent" });
  });

  it("gets all mail again once one arrives", async () => {
    const { recipient, resendId } = await sent();
    await report(resendId, { type: "email.bounced" });
    const asked = await sent("reset-password", { recipient, props: linkProps() });
    await report(asked.resendId, { type: "email.delivered" });
    expect(await row((await sent("password-changed", { recipient })).id)).toMatchObject({ state: "sent" });
  });

  it("gets the mail that an operator sends again", async () => {
    const { recipient, resendId } = await sent();
    await report(resendId, { type: "email.bounced" });
    const { id } = await sent("password-changed", { recipient });
    await resendMail(db(), { mailKinds, id, ...byOps });
    await mail.send(id);
    expect(await row(id)).toMatchObject({ state: "sent" });
  });

  it("is that address alone; a mailbox that was full for a while gets everything", async () => {
    const { recipient, resendId } = await sent();
    await report(resendId, { type: "email.bounced", bounce: "Transient" });
    expect(await row((await sent("password-changed", { recipient })).id)).toMatchObject({ state: "sent" });
    expect(await row((await sent()).id)).toMatchObject({ state: "sent" });
  });
});

it("after a complaint only what the law requires is sent, also after it has arrived", async () => {
  const { order } = await paidOrderFactory(db());
  const recipient = `quiet-${newId()}@example.com`;
  const { resendId } = await sent("password-changed", { recipient });
  await report(resendId, { type: "email.complained" });
  const confirmed = await sent("order-confirmed", { recipient, orderId: order.id });
  await report(confirmed.resendId, { type: "email.delivered" });
  expect(await row(confirmed.id)).toMatchObject({ state: "sent", report: "delivered" });
  const changed = await sent("password-changed", { recipient });
  expect(await row(changed.id)).toMatchObject({ error: "address_suppressed" });
  const guessed = await sent("codes-guessed", { recipient });
  expect(await row(guessed.id)).toMatchObject({ error: "address_suppressed" });
  const reset = await sent("reset-password", { recipient, props: linkProps() });
  expect(await row(reset.id)).toMatchObject({ error: "address_suppressed", props: {} });
});

it("the evidence for a bank says that a bounced mail did not arrive", async () => {
  const { order } = await paidOrderFactory(db());
  const { resendId } = await sent("order-confirmed", { orderId: order.id });
  await report(resendId, { type: "email.bounced" });
  const { mails } = await loadEvidence(db(), order.id, new Date());
  expect(mails).toMatchObject([
    { kind: "order-confirmed", state: "bounced", sentAt: expect.any(String), reportedAt: expect.any(String) },
  ]);
});

it("an order's timeline says once for each address that a mail came back", async () => {
  const { order } = await paidOrderFactory(db());
  const bounces = async () => {
    const view = await findOrderView(db(), order.token);
    return view?.timeline.filter(({ type }) => type === "mail.bounced").map(({ label }) => label);
  };
  const about = { orderId: order.id, recipient: `wrong-${newId()}@example.com` };
  const { resendId } = await sent("order-confirmed", about);
  await report(resendId, { type: "email.bounced", bounce: "Transient" });
  expect(await bounces()).toEqual([]);
  await report(resendId, { type: "email.bounced" });
  await report(resendId, { type: "email.bounced" });
  await report(resendId, { type: "email.suppressed" });
  await report((await sent("tracking-link", about)).resendId, { type: "email.suppressed" });
  expect(await bounces()).toEqual(["Our email came back: please keep the link of this page"]);
  await mail.send(await post("tracking-link", { ...about, recipient: "no address" }));
  expect(await bounces()).toHaveLength(2);
});

describe("the alert about mails", () => {
  const isOn = async () => {
    await checkMails(db());
    return (await db().operatorAlert.count({ where: { key: "mail", resolvedAt: null } })) === 1;
  };

  it("is not raised by any number of refused, bounced or suppressed addresses", async () => {
    await db().emailLog.deleteMany();
    for (let count = 0; count < 30; count += 1) {
      const id = await post("account-exists", { recipient: `no address ${count}` });
      await mail.send(id);
      await mail.age(id, 2 * hour);
      expect(await row(id)).toMatchObject({ state: "failed", report: "bounced", error: "validation_error" });
    }
    const { recipient, resendId } = await sent();
    await report(resendId, { type: "email.bounced" });
    await sent("password-changed", { recipient });
    expect(await isOn()).toBe(false);
    const listed = await listFailedMails(db(), { mailKinds, limit: 100 });
    expect(listed).toHaveLength(32);
  });

  it("is raised when the operator's own address is refused", async () => {
    await db().emailLog.deleteMany();
    const props = { kind: "mail", message: "Emails fail." };
    await mail.send(await post("operator-alert", { recipient: "no address", props }));
    expect(await isOn()).toBe(true);
    await db().emailLog.deleteMany();
    const { resendId } = await sent("operator-alert", { props });
    expect(await isOn()).toBe(false);
    await report(resendId, { type: "email.bounced" });
    expect(await isOn()).toBe(true);
  });

  it("is raised when the provider took a mail and could not send it, until it is sent again", async () => {
    await db().emailLog.deleteMany();
    const { id, resendId } = await sent();
    expect(await isOn()).toBe(false);
    await report(resendId, { type: "email.failed" });
    expect(await isOn()).toBe(true);
    const arrived = (await mail.inbox()).length;
    await resendMail(db(), { mailKinds, id, ...byOps });
    await mail.send(id);
    expect(await row(id)).toMatchObject({ state: "sent", report: null });
    expect(await mail.inbox()).toHaveLength(arrived + 1);
    expect(await isOn()).toBe(false);
  });

  it("is raised when mails fail for another reason, which is listed before the refused addresses", async () => {
    await db().emailLog.deleteMany();
    const failing = await post("password-changed");
    await mail.age(failing, 80 * hour);
    await mail.send(failing, {
      transport: openSmtp("smtp://127.0.0.1:1", { isTlsRequired: false, name: "x" }),
    });
    await mail.send(await post("account-exists", { recipient: "no address" }));
    expect(await isOn()).toBe(true);
    const listed = await listFailedMails(db(), { mailKinds, limit: 1 });
    expect(listed).toMatchObject([{ id: failing, report: null }]);
  });
});

it.each([
  ["550 5.1.1 <a@b.example>: Recipient address rejected: User unknown", true],
  ["550-5.1.1 The email account that you tried to reach does not exist.", true],
  ["450 4.1.2 <a@b.example>: Recipient address rejected: Domain not found", true],
  ["556 5.1.10 Recipient address has null MX", true],
  ["552 5.2.2 Mailbox full", true],
  ["550 5.2.1 The account is disabled", true],
  ["550 Unrouteable address", true],
  ["550 No such user here", true],
  ["554 5.7.1 <a@b.example>: Relay access denied", false],
  ["550 relay not permitted", false],
  ["550 5.1.8 Sender's domain does not exist", false],
  ["554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked", false],
  ["550 Authentication required", false],
  ["451 4.3.0 Try again later", false],
])("the answer %j to a recipient is about the mailbox: %s", (answer, expected) => {
  expect(isAboutMailbox(answer)).toBe(expected);
});

import { describe, expect, it } from "vitest";
import { newId, newToken } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { databaseNow } from "@/lib/base/time/clock";
import { day, hour } from "@/lib/base/time/time";
import { erasedEmail } from "@/lib/mail/address/address";
import { listFailedMails, resendMail } from "@/lib/mail/queue/failed-mails";
import { holdMails } from "@/lib/mail/queue/hold-mails";
import { checkMails } from "@/lib/running/watch/check-mails";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { auditOf, byOps } from "../../support/factories";
import { useMail } from "../../support/mail";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const mail = useMail(database);
const { actor } = byOps;

const { row, age, post } = mail;
const failForGood = async (id: string) => {
  await age(id, 4 * day);
  await mail.faults("500");
  await mail.send(id);
};
const jobsOf = (id: string) =>
  db().$queryRaw<unknown[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`mail:${id}`}`;

describe("a mail with a single-use link", () => {
  it("contains the token, which is stored sealed before and forgotten afterwards", async () => {
    const token = newToken();
    const id = await post("verify-email", { props: { sealedToken: seal(testSecret, "mailed-link", token) } });
    expect(JSON.stringify((await row(id)).props)).not.toContain(token);
    await mail.send(id);
    const [received] = await mail.inbox();
    expect(received?.html).toContain(`/auth/verify?token=${token}`);
    expect(received?.text).toContain(`http://127.0.0.1:3000/auth/verify?token=${token}`);
    expect(await row(id)).toMatchObject({ state: "sent", props: {} });
  });

  it("keeps the token while it is tried again", async () => {
    const sealedToken = seal(testSecret, "mailed-link", newToken());
    const id = await post("reset-password", { props: { sealedToken } });
    await mail.faults("500");
    expect(await codeOf(mail.send(id))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", props: { sealedToken } });
    await mail.send(id);
    expect(await mail.inbox()).toHaveLength(1);
  });

  it("forgets the token when it fails for good, and can't be sent again", async () => {
    const id = await post("reset-password", {
      props: { sealedToken: seal(testSecret, "mailed-link", newToken()) },
    });
    await failForGood(id);
    expect(await row(id)).toMatchObject({ state: "failed", props: {} });
    await expect(resendMail(db(), { mailKinds, actor, id })).rejects.toMatchObject({
      code: "conflict",
      userMessage: "The link in this email has expired. The customer can ask for a new one.",
    });
  });
});

it.each([
  ["in any letters", "готово \ufffd"],
  ["of any length", "x".repeat(400)],
])("a mail whose key contains a supplier's own text %s is sent once", async (_, word) => {
  const about = `unknown_status:${newId()}:${word}:1`;
  const props = { kind: "unknown_status", message: "A supplier reports an unknown status." };
  const id = await post("operator-alert", { about, props });
  await mail.faults("lost");
  expect(await codeOf(mail.send(id))).toBe("upstream_failed");
  await mail.send(id);
  expect(await row(id)).toMatchObject({ state: "sent" });
  expect(await mail.inbox()).toHaveLength(1);
});

it.each([
  ["can't be rendered", "not_rendered", () => post("ticket-received", { props: { ticketId: newId() } }), {}],
  ["has an invalid sender", "validation_error", () => post("password-changed"), { from: "nobody" }],
])(
  "a mail that %s is tried for an hour and then fails for good, and an operator sees it",
  async (_, error, queue, sender) => {
    const id = await queue();
    expect(await codeOf(mail.send(id, sender))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", attempts: 1, error });
    await age(id, 2 * hour);
    await mail.send(id, sender);
    expect(await row(id)).toMatchObject({ state: "failed", error });
    const { kind, recipient } = await row(id);
    const listed = await listFailedMails(db(), { mailKinds, limit: 10 });
    expect(listed.find((failed) => failed.id === id)).toMatchObject({
      kind,
      recipient,
      canBeSentAgain: true,
    });
    expect(await mail.inbox()).toEqual([]);
  },
);

it("a mail to a deleted account is never sent, and needs no operator", async () => {
  const id = await post("password-changed", { recipient: erasedEmail });
  await mail.send(id);
  expect(await row(id)).toMatchObject({ state: "failed", error: "account_deleted" });
  expect(await mail.inbox()).toEqual([]);
  const listed = await listFailedMails(db(), { mailKinds, limit: 100 });
  expect(listed.map((failed) => failed.id)).not.toContain(id);
  expect(await codeOf(resendMail(db(), { mailKinds, actor, id }))).toBe("conflict");
});

describe("the alert about mails", () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ["failed in the end", failForGood],
    ["may not be repeated after a restore", () => db().$transaction((tx) => holdMails(tx, databaseNow()))],
  ])("counts one that %s for a day from then, however long it waited", async (_, fail) => {
    await db().emailLog.deleteMany();
    const id = await post("password-changed");
    await age(id, 4 * day);
    await fail(id);
    const isOn = async () => {
      await checkMails(db());
      return (await db().operatorAlert.count({ where: { key: "mail", resolvedAt: null } })) === 1;
    };
    expect(await row(id)).toMatchObject({ state: "failed" });
    expect(await isOn()).toBe(true);
    await db().emailLog.deleteMany({ where: { id: { not: id } } });
    await db().$executeRaw`UPDATE email_log SET failed_at = failed_at - interval '25 hours'`;
    expect(await isOn()).toBe(false);
  });
});

describe("sending a failed mail again", () => {
  it("queues it like a new one, once for five clicks, with an entry in the audit log", async () => {
    const id = await post("password-changed");
    await failForGood(id);
    const clicks = Array.from({ length: 5 }, () => resendMail(db(), { mailKinds, id, ...byOps }));
    expect(await countSucceeded(clicks)).toBe(1);
    expect(await row(id)).toMatchObject({ state: "queued", error: null });
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await auditOf(db(), id)).toMatchObject([{ action: "mail.resent", reason: byOps.reason }]);
    await mail.faults("500");
    expect(await codeOf(mail.send(id))).toBe("upstream_failed");
    await mail.send(id);
    expect(await mail.inbox()).toHaveLength(1);
    expect(await codeOf(resendMail(db(), { mailKinds, actor, id }))).toBe("conflict");
  });
});

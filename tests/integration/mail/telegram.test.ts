import { afterEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { unseal } from "@/lib/base/secret-box";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { openBot, saveTelegram, testTelegram } from "@/lib/mail/alerts/telegram-bot";
import { openTelegram } from "@/lib/mail/transport/telegram";
import { resealSecrets } from "@/lib/operator/commands/reseal-secrets";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { codeOf, useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";
import { useMail } from "../../support/mail";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const mail = useMail(database);
const token = "123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0";

const save = (telegramToken: string, telegramChatId: string) =>
  saveTelegram(db(), testSecret, { telegramToken, telegramChatId, ...byOps });
const env = () => ({
  SHOP_SECRET: testSecret,
  TELEGRAM_API_ORIGIN: mail.url,
  SHOP_ORIGIN: "https://shop.example",
});

/** Raises an alert, and returns its row for the chat. */
async function alertRow(): Promise<{ id: string }> {
  const key = `low_balance:${newId()}`;
  const alert = { key, kind: "low_balance", message: "3.20 USD is left.", supplierId: "7" };
  await raiseAlert(db(), alert);
  return db().emailLog.findUniqueOrThrow({ where: { key: `operator-alert:${key}:1:telegram` } });
}

/** Sends a row as the job does; an error means that it is tried again. */
async function send(id: string) {
  const telegram = openBot(db(), await loadSettings(db()), env());
  await mail.send(id, telegram ? { telegram } : {}).catch(() => undefined);
  return db().emailLog.findUniqueOrThrow({ where: { id } });
}

afterEach(async () => {
  await save("", "");
});

describe("alerts on Telegram", () => {
  it("go to the chat and by mail, each once, with the kind, the text and the link", async () => {
    await save(token, "-100123");
    const { id } = await alertRow();
    expect(await send(id)).toMatchObject({ state: "sent", recipient: "telegram:-100123" });
    await send(id);
    expect(await mail.inbox()).toMatchObject([
      {
        to: ["chat -100123"],
        text: "Groundswell: low balance\n3.20 USD is left.\nhttp://127.0.0.1:3000/admin/suppliers/7",
      },
    ]);
  });

  it.each(["429", "500"] as const)("are tried again after an answer of %s", async (fault) => {
    await save(token, "7");
    const { id } = await alertRow();
    await mail.faults(fault);
    const error = expect.stringContaining(fault);
    expect(await send(id)).toMatchObject({ state: "queued", attempts: 1, error });
    expect(await send(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("wait in the queue for as long as Telegram asks", async () => {
    await save(token, "7");
    const { id } = await alertRow();
    const answer = { ok: false, error: "telegram_429", isInvalid: false, retryAfterMs: 1_800_000 } as const;
    await mail.send(id, { telegram: { send: async () => answer } });
    const jobs = await db().$queryRaw<{ isLater: boolean }[]>`
      SELECT run_at > now() + interval '29 minutes' AS "isLater" FROM graphile_worker.jobs
      WHERE key = ${`mail:${id}`}`;
    expect(jobs).toEqual([{ isLater: true }]);
    expect(await mail.row(id)).toMatchObject({ state: "queued", attempts: 1 });
  });

  it("are tried again with a revoked token, and given up after an hour without a bot", async () => {
    await save("1:revoked-AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0", "7");
    const { id } = await alertRow();
    expect(await send(id)).toMatchObject({ state: "queued", error: "telegram_401: Unauthorized" });
    await save("", "");
    await db().emailLog.update({ where: { id }, data: { createdAt: new Date(Date.now() - 7_200_000) } });
    expect(await send(id)).toMatchObject({ state: "failed", error: "telegram_is_off" });
  });

  it("follow a group that has moved, and the settings get its new number", async () => {
    await save(token, "-301");
    const [first, second] = [await alertRow(), await alertRow()];
    expect(await send(first.id)).toMatchObject({ state: "sent" });
    expect((await loadSettings(db())).telegramChatId).toBe("-100301");
    expect(await db().auditEntry.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      actor: "shop",
      action: "settings.changed",
      before: { telegramChatId: "-301" },
      after: { telegramChatId: "-100301" },
    });
    // A message that was queued for the old number does not undo a later choice.
    await save("", "7");
    expect(await send(second.id)).toMatchObject({ state: "sent" });
    expect((await loadSettings(db())).telegramChatId).toBe("7");
    expect((await mail.inbox()).map(({ to }) => to)).toEqual([["chat -100301"], ["chat -100301"]]);
  });

  it("are tried again when nothing listens at Telegram's address", async () => {
    await save(token, "7");
    const { id } = await alertRow();
    const telegram = openTelegram({ origin: "http://127.0.0.1:1", token, timeoutMs: 2_000 });
    expect(await codeOf(mail.send(id, { telegram }))).toBe("upstream_failed");
    const queued = await db().emailLog.findUniqueOrThrow({ where: { id } });
    expect(queued).toMatchObject({ state: "queued", attempts: 1, error: "no_answer" });
  });
});

describe("the bot's token", () => {
  const stored = async () => (await loadSettings(db())).telegramTokenSealed;

  it("is sealed, is not in the audit log, stays when the field is empty, and is removed with the chat", async () => {
    await expect(save("", "7")).rejects.toMatchObject({ fieldErrors: { telegramToken: expect.any(String) } });
    await save(token, "7");
    expect(await stored()).not.toContain(token);
    expect(unseal(testSecret, "telegram-token", await stored())).toBe(token);
    await save("", "8");
    expect(unseal(testSecret, "telegram-token", await stored())).toBe(token);
    await save("", "");
    expect(await stored()).toBe("");
    const log = JSON.stringify(await db().auditEntry.findMany({ select: { before: true, after: true } }));
    expect(log).toContain('"telegramTokenSealed":"set"');
    expect(log).not.toContain(token);
  });

  it("is resealed with the other secrets when SHOP_SECRET is replaced", async () => {
    await save(token, "7");
    const fresh = "a-new-secret-of-the-shop-51b0c2d3e4f5a6b7";
    await resealSecrets(db(), `${fresh},${testSecret}`, byOps);
    expect(unseal(fresh, "telegram-token", await stored())).toBe(token);
  });

  it("is tested by a message, and a refusal is shown", async () => {
    const test = () => testTelegram(db(), env(), { shopName: "Groundswell", actor: byOps.actor });
    expect(await codeOf(test())).toBe("conflict");
    await save(token, "7");
    await test();
    expect((await mail.inbox())[0]?.text).toContain("this is a test");
    await save("", "404");
    await expect(test()).rejects.toMatchObject({
      code: "upstream_failed",
      userMessage: expect.stringContaining("chat not found"),
    });
  });
});

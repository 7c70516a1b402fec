import { expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { endQuarantine, findQuarantine, startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { hour } from "@/lib/base/time/time";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { openTelegram } from "@/lib/mail/transport/telegram";
import { checkMails } from "@/lib/running/watch/check-mails";
import { checkQuarantine } from "@/lib/running/watch/check-quarantine";
import { useDatabase } from "../../support/database";
import { useMail } from "../../support/mail";

const { database, db } = useDatabase();
const mail = useMail(database);

const begin = () => startQuarantine(db(), { reason: "It went back." });
async function end() {
  const quarantine = await findQuarantine(db());
  if (quarantine) await endQuarantine(db(), quarantine.since);
}
const openAlerts = () => db().operatorAlert.findMany({ where: { resolvedAt: null } });

it("a quarantine raises one alert, the next one another, and each ends with its quarantine", async () => {
  await checkQuarantine(db());
  expect(await openAlerts()).toEqual([]);
  for (const _ of ["first", "second"]) {
    await begin();
    await checkQuarantine(db());
    await checkQuarantine(db());
    expect(await openAlerts()).toMatchObject([
      { kind: "quarantine", message: expect.stringContaining("It went back."), times: 1 },
    ]);
    await end();
    await checkQuarantine(db());
    expect(await openAlerts()).toEqual([]);
  }
  expect(await db().emailLog.count({ where: { kind: "operator-alert" } })).toBe(2);
});

it("in quarantine alerts leave by mail and chat, and no other mail does", async () => {
  await begin();
  const key = `x:${newId()}`;
  await raiseAlert(db(), { key, kind: "x", message: "Look." });
  const { id: alert } = await db().emailLog.findUniqueOrThrow({ where: { key: `operator-alert:${key}:1` } });
  const props = { kind: "x", message: "Look." };
  const chat = await mail.post("operator-alert", { recipient: "telegram:7", props });
  const buyer = await mail.post("password-changed");
  const token = "123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0";
  const telegram = openTelegram({ origin: mail.url, token, timeoutMs: 30_000 });
  for (const id of [alert, chat, buyer]) await mail.send(id, { telegram });
  expect(await mail.row(alert)).toMatchObject({ state: "sent" });
  expect(await mail.row(chat)).toMatchObject({ state: "sent" });
  expect(await mail.row(buyer)).toMatchObject({ state: "queued", attempts: 0 });
  await end();
});

it("a mail that a quarantine holds is not late, nor just after the end; an alert's mail is", async () => {
  await db().emailLog.deleteMany();
  const late = async () => {
    await checkMails(db());
    return (await openAlerts()).find(({ key }) => key === "mail")?.message ?? null;
  };
  const queue = async (kind: string) => mail.age(await mail.post(kind), hour);
  await begin();
  await queue("password-changed");
  expect(await late()).toBeNull();
  await queue("operator-alert");
  expect(await late()).toContain("1 has waited");
  await db().emailLog.deleteMany({ where: { kind: "operator-alert" } });
  await end();
  expect(await late()).toBeNull();
  await db().$executeRaw`UPDATE shop_state SET released_at = now() - interval '16 minutes'`;
  expect(await late()).toContain("1 has waited");
});

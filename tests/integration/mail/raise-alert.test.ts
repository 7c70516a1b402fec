import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Prisma } from "@/lib/base/db/generated/client";
import { getShop } from "@/lib/base/env/env";
import { newId } from "@/lib/base/ids";
import { raiseAlert, resolveAlert, watchMembers } from "@/lib/mail/alerts/raise-alert";
import { useDatabase } from "../../support/database";

const { db } = useDatabase();

describe("an alert", () => {
  it("is mailed once while its condition lasts, and again when it comes back", async () => {
    const key = `low_balance:${newId()}`;
    const alert = { key, kind: "low_balance", message: "The balance is $3.20." };
    await Promise.all([raiseAlert(db(), alert), raiseAlert(db(), alert)]);
    await raiseAlert(db(), { ...alert, message: "The balance is $1.10." });
    const mails = () => db().emailLog.count({ where: { key: { startsWith: `operator-alert:${key}` } } });
    expect(await mails()).toBe(1);
    expect(await db().operatorAlert.findUnique({ where: { key } })).toMatchObject({
      message: "The balance is $1.10.",
      resolvedAt: null,
      times: 1,
    });
    await resolveAlert(db(), key);
    await raiseAlert(db(), alert);
    expect(await mails()).toBe(2);
    expect(await db().operatorAlert.findUnique({ where: { key } })).toMatchObject({
      resolvedAt: null,
      times: 2,
    });
  });

  it("about several rows is mailed again for new ones, at most once an hour, and says how many they are", async () => {
    const key = `items_in_review:${newId()}`;
    const watch = (...minutesAgo: number[]) =>
      watchMembers(db(), {
        key,
        kind: "items_in_review",
        members: Prisma.sql`
          SELECT now() - minutes * interval '1 minute' AS since FROM unnest(${minutesAgo}::int[]) AS minutes`,
        message: ({ count }) => `${count} wait.`,
      });
    const lastMailed = (minutes: number) =>
      db().$executeRaw`
        UPDATE operator_alerts SET mailed_at = now() - ${minutes}::int * interval '1 minute' WHERE key = ${key}`;
    const messages = async () => {
      const where = { key: { startsWith: `operator-alert:${key}` } };
      const mails = await db().emailLog.findMany({ where, orderBy: { createdAt: "asc" } });
      return mails.map(({ props }) => z.object({ message: z.string() }).parse(props).message);
    };
    await watch(200);
    await lastMailed(59);
    await watch(200, 1);
    expect(await messages()).toEqual(["1 wait."]);
    await lastMailed(61);
    await watch(200);
    expect(await messages()).toEqual(["1 wait."]);
    await Promise.all([watch(200, 30, 1), watch(200, 30, 1)]);
    await watch(200, 30, 1);
    expect(await messages()).toEqual(["1 wait.", "2 more since the last mail. 3 wait."]);
    expect(await db().operatorAlert.findUnique({ where: { key } })).toMatchObject({
      message: "3 wait.",
      times: 1,
    });
    await watch();
    expect((await db().operatorAlert.findUnique({ where: { key } }))?.resolvedAt).toBeInstanceOf(Date);
  });

  it("of release 1.0.0 that is still open counts its new rows from its beginning", async () => {
    const key = `held_refunds:${newId()}`;
    const begun = { key, kind: "held_refunds", message: "1 waits." };
    await db().operatorAlert.create({ data: { ...begun, firstAt: new Date(Date.now() - 2 * 3_600_000) } });
    const members = Prisma.sql`SELECT now() - interval '1 hour' AS since`;
    await raiseAlert(db(), { ...begun, members });
    expect(await db().emailLog.count({ where: { key: { startsWith: `operator-alert:${key}` } } })).toBe(1);
  });

  it("goes to the shop's support address, or to the address of the settings when there is one", async () => {
    const raise = async (key: string) => {
      await raiseAlert(db(), { key, kind: "worker", message: "No worker is running." });
      return db().emailLog.findFirst({ where: { key: `operator-alert:${key}:1` } });
    };
    expect(await raise(`worker:${newId()}`)).toMatchObject({ recipient: getShop().supportEmail });
    await db().siteSetting.create({ data: { key: "alertEmail", value: "night@shop.example" } });
    expect(await raise(`worker:${newId()}`)).toMatchObject({ recipient: "night@shop.example" });
  });
});

import { describe, expect, it } from "vitest";
import { raiseAlert, resolveAlert } from "@/lib/alerts/raise-alert";
import { getShop } from "@/lib/env";
import { newId } from "@/lib/ids";
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

import { describe, expect, it } from "vitest";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { newId } from "@/lib/ids";
import { closeOrders } from "@/lib/orders/close-order";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";

const database = useDatabase();
const db = () => database.current.db;

const mailsOf = (orderId: string) => db().emailLog.findMany({ where: { orderId }, orderBy: { key: "asc" } });

describe("mails about orders", () => {
  it("go to each order's own address, once for each event, each with its job", async () => {
    const orders = [await orderFactory(db()), await orderFactory(db())];
    const wanted = orders.map(({ id }) => ({ orderId: id, about: 1, props: { note: id } }));
    const post = () => enqueueOrderMails(db(), "payment-failed", wanted);
    await Promise.all([post(), post(), post()]);
    for (const { id, email } of orders) {
      const [mail, ...others] = await mailsOf(id);
      expect(mail).toMatchObject({ key: `payment-failed:${id}:1`, recipient: email, props: { note: id } });
      expect(others).toEqual([]);
      const jobs = await db().$queryRaw<unknown[]>`
        SELECT 1 FROM graphile_worker.jobs WHERE key = ${`mail:${mail?.id}`}`;
      expect(jobs).toHaveLength(1);
    }
  });

  it("are not queued for an order that does not exist, nor in a transaction that fails", async () => {
    const nobody = newId();
    await enqueueOrderMails(db(), "delivery-started", [{ orderId: nobody }]);
    const { id } = await orderFactory(db());
    const failing = db().$transaction(async (tx) => {
      await enqueueOrderMails(tx, "delivery-started", [{ orderId: id }]);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await mailsOf(nobody)).toEqual([]);
    expect(await mailsOf(id)).toEqual([]);
  });
});

describe("the end of an order", () => {
  it.each([
    ["completed", ["delivery-completed"]],
    ["partial", []],
    ["failed", []],
  ] as const)("as %s is mailed as %j, once", async (status, kinds) => {
    const { id } = await orderFactory(db());
    const close = () => db().$transaction((tx) => closeOrders(tx, [{ orderId: id, status }]));
    await Promise.all([close(), close()]);
    expect((await mailsOf(id)).map((mail) => mail.kind)).toEqual(kinds);
  });
});

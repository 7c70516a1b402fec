import { describe, expect, it } from "vitest";
import type { Db } from "@/lib/base/db/client";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";

const { db } = useDatabase();

const touch = (db: Db, id: string, username: string) =>
  db.order.update({ where: { id }, data: { username } });

describe("a transaction that PostgreSQL ends because of a conflict", () => {
  it("is repeated, so that two that block each other both succeed", async () => {
    const [one, other] = [await orderFactory(db()), await orderFactory(db())];
    const holds: (() => void)[] = [];
    const bothHold = new Promise<void>((resolve) => {
      holds.push(() => holds.length === 3 && resolve());
    });
    let tries = 0;
    const work = (first: string, second: string, name: string) =>
      db().$transaction(async (tx) => {
        tries += 1;
        await touch(tx, first, name);
        holds.push(() => undefined);
        holds[0]?.();
        await bothHold;
        await touch(tx, second, name);
      });
    await Promise.all([work(one.id, other.id, "first"), work(other.id, one.id, "second")]);
    expect(tries).toBe(3);
    const [left, right] = await Promise.all(
      [one, other].map(({ id }) => db().order.findUniqueOrThrow({ where: { id } })),
    );
    expect(left?.username).toBe(right?.username);
  });

  it("fails with PostgreSQL's error when its second try is ended too", async () => {
    let tries = 0;
    const conflict = db().$transaction(async (tx) => {
      tries += 1;
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$`;
    });
    await expect(conflict).rejects.toThrow("40001");
    expect(tries).toBe(2);
  });

  it("may be a single statement, which is repeated too", async () => {
    await db().$executeRaw`CREATE SEQUENCE tries`;
    // Only the first try fails, because a rollback does not undo a sequence.
    await db().$executeRaw`
      CREATE FUNCTION fail_once() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('tries') = 1 THEN RAISE EXCEPTION SQLSTATE '40P01'; END IF; RETURN 1; END $$`;
    expect(await db().$queryRaw`SELECT fail_once()`).toEqual([{ fail_once: 1 }]);
  });
});

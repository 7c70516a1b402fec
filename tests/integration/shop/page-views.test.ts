import { expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { PageViewCounter } from "@/lib/shop/analytics/page-view-counter";
import { useDatabase } from "../../support/database";

const { database, db } = useDatabase();
const stored = () =>
  db().pageView.findMany({
    orderBy: [{ page: "asc" }, { platform: "asc" }, { service: "asc" }],
    select: { page: true, platform: true, service: true, views: true },
  });

it("views of several processes add up to one row for each kind of page and day", async () => {
  const processes = Array.from({ length: 4 }, () => new PageViewCounter());
  await Promise.all(
    processes.map(async (counter) => {
      for (let round = 0; round < 5; round++) {
        counter.add({ page: "home" });
        counter.add({ page: "details", platform: "tiktok", service: "views" });
        counter.add({ page: "details", platform: "tiktok", service: "likes" });
        await counter.flush(db());
      }
      await counter.flush(db());
    }),
  );
  expect(await stored()).toEqual([
    { page: "details", platform: "tiktok", service: "likes", views: 20 },
    { page: "details", platform: "tiktok", service: "views", views: 20 },
    { page: "home", platform: "", service: "", views: 20 },
  ]);
  const [row] = await db().$queryRaw<{ isToday: boolean }[]>`
    SELECT bool_and(day = (now() AT TIME ZONE 'UTC')::date) AS "isToday" FROM page_views`;
  expect(row?.isToday).toBe(true);
});

it("views that could not be stored are stored by the next flush, once", async () => {
  await db().pageView.deleteMany();
  const counter = new PageViewCounter();
  counter.add({ page: "checkout", platform: "instagram", service: "likes" });
  const gone = connect(database.current.url, 1);
  await gone.close();
  await expect(counter.flush(gone.db)).rejects.toThrow();
  counter.add({ page: "checkout", platform: "instagram", service: "likes" });
  await counter.flush(db());
  await counter.flush(db());
  expect(await stored()).toEqual([{ page: "checkout", platform: "instagram", service: "likes", views: 2 }]);
});

import { beforeEach, describe, expect, it } from "vitest";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { listenTo } from "@/lib/base/db/listen";
import { newToken } from "@/lib/base/ids";
import { readCursor } from "@/lib/base/list-page";
import { countReviews, listAllReviews, listReviews } from "@/lib/people/reviews/list-reviews";
import {
  findOwnReview,
  hideReview,
  notifyReviewPages,
  removeReview,
  reviewSchema,
  saveReview,
} from "@/lib/people/reviews/reviews";
import { ratingOf } from "@/lib/shop/content/rating";
import { codeOf, useDatabase } from "../../support/database";
import { auditOf, byOps, type OrderOptions, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();

beforeEach(async () => {
  await db().review.deleteMany();
});

const orderOf = (status: OrderStatus, options: OrderOptions = {}) =>
  orderFactory(db(), { ...options, data: { status, finishedAt: new Date(), ...options.data } });

const save = (token: string, changes: object = {}) =>
  saveReview(
    db(),
    reviewSchema.parse({ token, stars: "4", message: "It arrived.", name: "Mara", ...changes }),
  );

const published = async () => (await listReviews(db(), { size: 9 })).rows;

/** Moves the creation of an order's review some days into the past. */
const age = (orderId: string, days: number) =>
  db()
    .$executeRaw`UPDATE reviews SET created_at = now() - ${days}::int * interval '1 day' WHERE order_id = ${orderId}::uuid`;

describe("a review", () => {
  it.each([
    ["completed", "paid"],
    ["completed", "partially_refunded"],
    ["completed", "refunded"],
    ["completed", "disputed"],
    ["partial", "paid"],
  ] as const)("is written through the link of a %s order that is %s", async (status, paymentStatus) => {
    const order = await orderOf(status, { data: { paymentStatus } });
    await save(order.token);
    expect(await published()).toMatchObject([{ stars: 4, text: "It arrived." }]);
  });

  it.each(["pending", "processing", "failed", "expired", "unknown"] as const)(
    "is refused of an order that is %s",
    async (status) => {
      const token = status === "unknown" ? newToken() : (await orderOf(status)).token;
      expect(await codeOf(save(token))).toBe(status === "unknown" ? "not_found" : "conflict");
      expect(await db().review.count()).toBe(0);
    },
  );

  it("is one for each order, however often it is sent at once; the last text is kept", async () => {
    const order = await orderOf("completed");
    await Promise.all([1, 2, 3, 4, 5].map((stars) => save(order.token, { stars })));
    await save(order.token, { stars: 2, message: "", name: "" });
    expect(await published()).toMatchObject([
      {
        stars: 2,
        text: null,
        name: null,
        platformLabel: "Instagram",
        serviceLabel: "Followers",
        isEdited: true,
      },
    ]);
  });

  it("can be changed for 30 days, and removed at any time", async () => {
    const order = await orderOf("completed");
    await save(order.token);
    await age(order.id, 29);
    await save(order.token, { stars: 1 });
    expect(await findOwnReview(db(), order.token)).toMatchObject({ state: "open", stars: 1 });
    await age(order.id, 31);
    expect(await codeOf(save(order.token, { stars: 5 }))).toBe("conflict");
    expect(await findOwnReview(db(), order.token)).toMatchObject({ state: "final", stars: 1 });
    await removeReview(db(), order.token);
    expect(await db().review.findUnique({ where: { orderId: order.id } })).toMatchObject({
      body: null,
      name: null,
    });
    expect(await published()).toEqual([]);
    expect((await countReviews(db())).stars).toEqual([]);
    expect(await findOwnReview(db(), order.token)).toMatchObject({ state: "removed" });
    expect(await codeOf(save(order.token))).toBe("conflict");
    expect(await codeOf(removeReview(db(), order.token))).toBe("not_found");
  });
});

describe("the reviews that pages show", () => {
  it("are all of them, bad ones too, the newest first, and the average is over all", async () => {
    const orders = [];
    for (let index = 0; index < 12; index++) {
      const order = await orderOf("completed", index < 2 ? { platform: "tiktok", service: "views" } : {});
      await save(order.token, { stars: index < 6 ? 1 : 5, message: `Number ${index}` });
      await age(order.id, 20 - index);
      orders.push(order);
    }
    const { rows } = await listReviews(db(), { size: 20 });
    expect(rows.map(({ text }) => text)).toEqual(orders.map((_, index) => `Number ${11 - index}`));
    const { stars } = await countReviews(db());
    expect(ratingOf(stars)).toEqual({ count: 12, average: 3 });
    expect(stars).toContainEqual({ platform: "tiktok", service: "views", stars: 1, count: 2 });
  });

  it("are all on some page, also where several were written at the same moment", async () => {
    for (let index = 0; index < 5; index++) {
      const order = await orderOf("completed");
      await save(order.token, { message: `Number ${index}` });
      await age(order.id, index);
    }
    await db().$executeRaw`UPDATE reviews SET created_at = now() - interval '36 hours'
      WHERE created_at BETWEEN now() - interval '2 days 1 hour' AND now() - interval '23 hours'`;
    const pages: number[] = [];
    let before: Date | null = null;
    do {
      const { rows, next } = await listReviews(db(), { size: 2, before });
      pages.push(rows.length);
      before = next ? new Date(Number(next)) : null;
    } while (before);
    expect(pages).toEqual([3, 2]);
  });

  it("lack one that was hidden for a listed reason, which is counted and audited, until it is shown again", async () => {
    const order = await orderOf("completed");
    await save(order.token, { stars: 1 });
    const hide = (hiddenReason: "spam" | null) =>
      hideReview(db(), { orderId: order.id, hiddenReason, ...byOps });
    await hide("spam");
    expect(await published()).toEqual([]);
    expect(await countReviews(db())).toEqual({ stars: [], hidden: [{ reason: "spam", count: 1 }] });
    expect(await findOwnReview(db(), order.token)).toMatchObject({ state: "hidden" });
    expect(await codeOf(save(order.token, { message: "Once more" }))).toBe("conflict");
    expect(await codeOf(hide("spam"))).toBe("not_found");
    expect(await listAllReviews(db(), { size: 9 })).toMatchObject({ rows: [{ hiddenReason: "spam" }] });
    await hide(null);
    expect(await published()).toHaveLength(1);
    const entries = await auditOf(db(), order.id);
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ["review.hidden", { hiddenReason: "spam" }],
      ["review.shown", null],
    ]);
  });
});

describe("each page of reviews", () => {
  const write = async (orders: number) => {
    for (let index = 0; index < orders; index++) await save((await orderOf("completed")).token);
  };
  const publicPages = async (next: string | null) => {
    const page = await listReviews(db(), { size: 2, before: next ? new Date(Number(next)) : null });
    return { ...page, rows: page.rows.map(({ writtenAt }) => writtenAt) };
  };
  const adminPages = async (next: string | null) => {
    const page = await listAllReviews(db(), { size: 2, after: readCursor(next) });
    return { ...page, rows: page.rows.map(({ orderId }) => orderId) };
  };

  it.each([
    ["buyers", publicPages],
    ["administrators", adminPages],
  ])("for %s goes on where the last one ended, whatever is written meanwhile", async (_, read) => {
    await write(5);
    const all = [];
    for (let next: string | null = null, page = 0; page < 3; page++) {
      const found = await read(next);
      all.push(...found.rows);
      next = found.next;
      expect(found.rows).toHaveLength(page < 2 ? 2 : 1);
      expect(next === null).toBe(page === 2);
      await write(1);
    }
    expect(new Set(all).size).toBe(5);
  });

  it.each([
    ["buyers", publicPages],
    ["administrators", adminPages],
  ])("for %s leaves none out of those that were written in one moment", async (_, read) => {
    await write(5);
    await db().$executeRaw`UPDATE reviews SET created_at = now()`;
    const all = [];
    let next: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(next);
      all.push(...page.rows);
      next = page.next;
    } while (next);
    expect(all).toHaveLength(5);
  });
});

describe("the pages", () => {
  it("get one notice for all changes since the last one, none without changes, and one at once for an erasure", async () => {
    const notices: string[] = [];
    const order = await orderOf("completed");
    const listening = await listenTo(database.current.url, "catalog_changed", (notice) =>
      notices.push(notice),
    );
    await save(order.token);
    await save(order.token, { stars: 1 });
    await save((await orderOf("completed")).token);
    await notifyReviewPages(db());
    await notifyReviewPages(db());
    await removeReview(db(), order.token);
    await notifyReviewPages(db());
    await db().review.delete({ where: { orderId: order.id } });
    await db().$executeRaw`SELECT pg_notify('catalog_changed', 'the last')`;
    await expect.poll(() => notices).toContain("the last");
    await listening.close();
    expect(notices).toEqual(["reviews", "reviews", "reviews", "the last"]);
  });
});

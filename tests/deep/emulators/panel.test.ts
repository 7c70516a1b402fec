import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFields, type PanelFixture, startPanelFixture } from "./panel-fixtures";

let panel: PanelFixture;
beforeEach(async () => {
  panel = await startPanelFixture();
});
afterEach(() => panel.close());

describe("the protocol", () => {
  test("services lists the caller's own services, with the smallest order each takes", async () => {
    type Listed = { service: number; min: string; type: string; category: string };
    const first = (await panel.ask("services")) as Listed[];
    const second = (await panel.ask("services", { key: "panel-key-2" })) as Listed[];
    const ofFirstShop = (list: Listed[]) =>
      list.filter(({ type, category }) => type === "Default" && /^(Instagram|TikTok) /.test(category));
    expect(ofFirstShop(first).map(({ service, min }) => [service, min])).toEqual([
      [101, "10"],
      [102, "1"],
      [103, "1"],
      [111, "10"],
      [112, "1"],
      [113, "1"],
    ]);
    expect(ofFirstShop(second).map(({ service }) => service)).toEqual([201, 202, 203, 211, 212, 213]);
    expect(new Set(ofFirstShop(second).map(({ min }) => min))).toEqual(new Set(["100"]));
    expect(new Set(first.map(({ service }) => service)).size).toBe(first.length);
  });

  test("a service of another type needs more than a link and a quantity, and names it", async () => {
    const listed = (await panel.ask("services")) as { service: number; type: string; max: string }[];
    const others = listed.filter(({ type }) => type !== "Default");
    expect(new Set(others.map(({ type }) => type))).toEqual(
      new Set(["Custom Comments", "Poll", "Subscriptions"]),
    );
    for (const { service, max } of others) {
      const fields = { service: String(service), quantity: max, link: "https://example.com/" };
      expect(await panel.ask("add", fields)).toEqual({ error: expect.stringMatching(/^Incorrect \w+$/) });
    }
  });

  test.each([
    ["121", "https://www.youtube.com/@nasa"],
    ["123", "https://youtu.be/aqz-KE-bpKQ"],
    ["131", "https://t.me/durov"],
    ["132", "https://t.me/durov/42"],
    ["141", "https://x.com/nasa"],
    ["181", "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC"],
  ])("service %s takes a link of its platform and no other's", async (service, link) => {
    const fields = { service, quantity: "1000" };
    const elsewhere = { ...fields, link: "https://www.tiktok.com/@name" };
    expect(await panel.ask("add", elsewhere)).toEqual({ error: "Incorrect link" });
    await panel.control({ speed: 0 });
    const id = await panel.order({ ...fields, link });
    expect(await panel.ask("status", { order: id })).toMatchObject({ status: "Completed", remains: "0" });
  });

  test("writes 0 as the start count where it does not read the counter", async () => {
    await panel.control({ speed: 0 });
    const id = await panel.order({ service: "131", link: "https://t.me/durov", quantity: "100" });
    expect(await panel.ask("status", { order: id })).toMatchObject({ start_count: "0" });
    const counted = await panel.order();
    expect(await panel.ask("status", { order: counted })).not.toMatchObject({ start_count: "0" });
  });

  test("a repeated ref returns the first order, and so does an equal add at a supplier that merges", async () => {
    const first = await panel.order({ ref: "a-1" });
    expect(await panel.order({ ref: "a-1" })).toBe(first);
    expect(await panel.order({ ref: "a-2" })).not.toBe(first);
    await panel.control({ merges: { "panel-key-2": 60 } });
    const second = { key: "panel-key-2", service: "201" };
    const merged = await panel.order(second);
    expect(await panel.order(second)).toBe(merged);
    expect(await panel.order({ ...second, quantity: "101" })).not.toBe(merged);
    expect(await panel.snapshot()).toMatchObject({ addCalls: 6, accepted: 4 });
  });
});

describe("delivery", () => {
  test("an order goes Pending, In progress, Completed by itself, with fewer and fewer left", async () => {
    await panel.control({ speed: 3_600 });
    const id = await panel.order({ quantity: "5000" });
    const seen: { status: string; remains: number }[] = [];
    const look = async () => {
      const { status, remains } = (await panel.ask("status", { order: id })) as Record<
        "status" | "remains",
        string
      >;
      seen.push({ status, remains: Number(remains) });
      return status;
    };
    // The first tenth of the time is Pending; it is seen before the order moves.
    await look();
    await panel.control({ speed: 3 });
    await expect.poll(look, { interval: 15 }).toBe("Completed");
    const words = seen.map(({ status }) => status).filter((word, index, all) => word !== all[index - 1]);
    expect(words).toEqual(["Pending", "In progress", "Completed"]);
    const remains = seen.map(({ remains }) => remains);
    expect(remains).toEqual([...remains].sort((a, b) => b - a));
    expect([remains[0], remains.at(-1)]).toEqual([5000, 0]);
  });

  test("speed 0 completes an order that is in progress, which stays completed at a slower speed", async () => {
    const id = await panel.order();
    for (const speed of [0, 3600]) {
      await panel.control({ speed });
      expect(await panel.ask("status", { order: id })).toMatchObject({ status: "Completed", remains: "0" });
    }
  });

  test("pinned fields do not change, and a pinned Completed leaves nothing to deliver", async () => {
    const id = await panel.order();
    await panel.control({ set: { order: Number(id), fields: { status: "Partial", remains: 57 } } });
    await panel.control({ speed: 0 });
    expect((await panel.snapshot()).orders[id]).toMatchObject({ status: "Partial", remains: 57 });
    await panel.control({ set: { order: id, fields: { status: "Completed" } } });
    expect((await panel.snapshot()).orders[id]).toMatchObject({ status: "Completed", remains: 0 });
  });

  test("an unknown control is refused by name", async () => {
    const unknown = await panel.control({ sped: 3 });
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining("sped")]);
    expect((await panel.control({ set: { order: 1, fields: {} } })).status).toBe(404);
    expect((await panel.control({ faults: { add: ["explode"] } })).status).toBe(400);
  });

  test("two running orders for one target count as an overlap, across suppliers too", async () => {
    await panel.order();
    await panel.order({ key: "panel-key-2", service: "201", link: addFields.link.slice(0, -1) });
    expect((await panel.snapshot()).overlaps).toBe(1);
    await panel.control({ speed: 0 });
    await panel.order();
    expect((await panel.snapshot()).overlaps).toBe(1);
  });
});

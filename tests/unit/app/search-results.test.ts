import { describe, expect, it } from "vitest";
import { findPages, resultGroups } from "@/app/admin/search/result-groups";
import type { Found } from "@/lib/operator/search/search-shop";

const nothing: Found = {
  orders: [],
  customers: [],
  tickets: [],
  suppliers: [],
  services: [],
  supplierServices: [],
};
const order: Found["orders"][number] = {
  id: "1a2b3c4d-0000-4000-8000-000000000000",
  platform: "instagram",
  service: "likes",
  username: "mara",
  email: "mara@example.com",
  priceTotalCents: 1149,
  status: "partial",
  createdAt: new Date(0),
};

describe("what was found", () => {
  it("names its order and leads to it", () => {
    expect(resultGroups({ ...nothing, orders: [order] }, null)).toEqual([
      {
        title: "Orders",
        results: [
          {
            href: `/admin/orders/${order.id}`,
            title: "#1a2b3c4d Instagram likes for @mara",
            detail: "mara@example.com, $11.49, Cancelled",
          },
        ],
      },
    ]);
  });

  it("leads to the refund's dialog after the verb", () => {
    const [group] = resultGroups({ ...nothing, orders: [order] }, "refund");
    expect(group?.results[0]).toMatchObject({
      href: `/admin/orders/${order.id}#refund`,
      title: "Refund #1a2b3c4d",
    });
  });

  it.each([
    [true, "Pause Harbor"],
    [false, "Resume Harbor"],
  ])("offers what a supplier's state allows: on is %s", (isActive, title) => {
    const [group] = resultGroups({ ...nothing, suppliers: [{ id: "s", name: "Harbor", isActive }] }, "pause");
    expect(group?.results[0]).toMatchObject({ href: "/admin/suppliers/s#pause", title });
  });
});

describe("the menu's pages", () => {
  const titles = (typed: string, allowed: string[]) =>
    findPages(typed, allowed).flatMap(({ results }) => results.map(({ title }) => title));

  it.each([
    ["set", ["Settings"]],
    ["LIVE", ["Going live"]],
    ["money", ["Overview", "Numbers"]],
    ["ttings", []],
  ])("%s finds %j", (typed, found) => {
    expect(titles(typed, ["/admin", "/admin/numbers", "/admin/settings", "/admin/going-live"])).toEqual(
      found,
    );
  });

  it("are those that the role includes", () => {
    expect(titles("", ["/admin/settings"])).toEqual(["Settings"]);
  });
});

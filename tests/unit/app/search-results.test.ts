import { describe, expect, it } from "vitest";
import { findPages } from "@/app/admin/search/find-pages";
import { resultGroups } from "@/app/admin/search/result-groups";
import type { Found } from "@/lib/operator/search/search-shop";
import type { StaffRole } from "@/lib/people/auth/roles";

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
  platformLabel: "Instagram",
  serviceLabel: "Likes",
  username: "mara",
  target: "profile",
  email: "mara@example.com",
  priceTotalCents: 1149,
  status: "partial",
  isPaid: true,
  hasFailedMail: false,
  createdAt: new Date(0),
};

describe("what was found", () => {
  it("names its order and leads to it", () => {
    expect(resultGroups({ ...nothing, orders: [order] }, { verb: null, role: "read_only" })).toEqual([
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
    const [group] = resultGroups({ ...nothing, orders: [order] }, { verb: "refund", role: "owner" });
    expect(group?.results[0]).toMatchObject({
      href: `/admin/orders/${order.id}#refund`,
      title: "Refund #1a2b3c4d",
    });
  });

  it.each([
    [true, "Pause Harbor"],
    [false, "Resume Harbor"],
  ])("offers what a supplier's state allows: on is %s", (isActive, title) => {
    const found = { ...nothing, suppliers: [{ id: "s", name: "Harbor", isActive }] };
    const [group] = resultGroups(found, { verb: "pause", role: "owner" });
    expect(group?.results[0]).toMatchObject({ href: "/admin/suppliers/s#pause", title });
  });
});

describe("what can be done to what was found", () => {
  const actions = (found: Partial<Found>, role: StaffRole) =>
    resultGroups({ ...nothing, ...found }, { verb: null, role })
      .filter(({ title }) => title === "Actions")
      .flatMap(({ results }) => results.map(({ title, href }) => [title, href]));
  const failed = { ...order, hasFailedMail: true };
  const customer = { id: "c", email: order.email, name: null };

  it.each<[string, Partial<Found>, StaffRole, string[][]]>([
    [
      "an order's refund, its failed mail and its buyer",
      { orders: [failed] },
      "support",
      [
        ["Refund #1a2b3c4d", `/admin/orders/${order.id}#refund`],
        ["Resend the failed email of #1a2b3c4d", `/admin/orders/${order.id}#resend`],
        ["Block mara@example.com", `/admin/orders/${order.id}#block`],
      ],
    ],
    [
      "an account once, at its own page",
      { orders: [{ ...order, isPaid: false }], customers: [customer] },
      "support",
      [["Block mara@example.com", "/admin/customers/c#block"]],
    ],
    [
      "nothing of several orders but their one address",
      { orders: [failed, failed, failed] },
      "support",
      [["Block mara@example.com", `/admin/orders/${order.id}#block`]],
    ],
    ["nothing that the role may not do", { orders: [failed] }, "read_only", []],
    [
      "a supplier",
      { suppliers: [{ id: "s", name: "Harbor", isActive: true }] },
      "finance",
      [["Pause Harbor", "/admin/suppliers/s#pause"]],
    ],
  ])("is %s", (_, found, role, expected) => {
    expect(actions(found, role)).toEqual(expected);
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

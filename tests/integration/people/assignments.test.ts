import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { listOrders, orderFilterSchema } from "@/lib/operator/reporting/list-orders";
import { assign, assigneesOf } from "@/lib/people/assignments/assignments";
import { revokeRole } from "@/lib/people/customers/staff";
import { listTickets } from "@/lib/people/support/list-tickets";
import { deleteView, listSavedViews, savedViewSchema, saveView } from "@/lib/people/views/saved-views";
import { codeOf, useDatabase } from "../../support/database";
import { auditedActions, byOps, customerFactory, orderFactory } from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, opened } = useTickets(database);
const administrator = () => customerFactory(db(), { roles: ["admin", "support"] });

describe("an assignment", () => {
  it("makes a ticket one administrator's, is passed on and taken back, and is audited once for each", async () => {
    const [anna, ben] = [await administrator(), await administrator()];
    const { id } = await opened();
    const to = (assigneeId: string | null) => assign(db(), { kind: "ticket", id, assigneeId, actor });
    await to(anna.id);
    await to(anna.id);
    const mine = async (assigneeId: string | null) =>
      (await listTickets(db(), { assigneeId, limit: 100 })).tickets.map((ticket) => ticket.id);
    expect(await mine(anna.id)).toEqual([id]);
    expect(await mine(null)).not.toContain(id);
    await to(ben.id);
    expect(await mine(anna.id)).toEqual([]);
    expect((await assigneesOf(db(), "ticket", [id])).get(id)).toMatchObject({ email: ben.email });
    await to(null);
    expect(await mine(null)).toContain(id);
    expect(await auditedActions(db(), id)).toEqual(Array(3).fill("ticket.assigned"));
  });

  it("of an order is in the list of mine alone", async () => {
    const anna = await administrator();
    const [order] = [await orderFactory(db()), await orderFactory(db())];
    await assign(db(), { kind: "order", id: order.id, assigneeId: anna.id, actor });
    const filter = { ...orderFilterSchema.parse({ only: "mine" }), assigneeId: anna.id };
    const { rows } = await listOrders(db(), filter, 10);
    expect(rows.map(({ id }) => id)).toEqual([order.id]);
    expect((await listOrders(db(), orderFilterSchema.parse({ only: "mine" }), 10)).rows).toEqual([]);
  });

  it("goes to no customer, and about nothing that is gone", async () => {
    const { id } = await opened();
    const customer = await customerFactory(db());
    expect(await codeOf(assign(db(), { kind: "ticket", id, assigneeId: customer.id, actor }))).toBe(
      "conflict",
    );
    expect(await codeOf(assign(db(), { kind: "order", id: newId(), assigneeId: null, actor }))).toBe(
      "not_found",
    );
  });

  it("and the own saved views end with the administrator's role", async () => {
    const anna = await administrator();
    const { id } = await opened();
    await assign(db(), { kind: "ticket", id, assigneeId: anna.id, actor });
    const view = savedViewSchema.parse({ list: "tickets", name: "Mine", query: "only=mine" });
    await saveView(db(), { ...view, actor: anna });
    await revokeRole(db(), { userId: anna.id, ...byOps });
    expect(await assigneesOf(db(), "ticket", [id])).toEqual(new Map());
    expect(await db().savedView.count({ where: { ownerId: anna.id } })).toBe(0);
  });
});

describe("a saved view", () => {
  const given = (changes: object = {}) =>
    savedViewSchema.parse({ list: "orders", name: "Failed", query: "status=failed&after=abc", ...changes });

  it("is its owner's, or everyone's if it is shared, and holds no page's mark", async () => {
    const [anna, ben] = [await administrator(), await administrator()];
    await saveView(db(), { ...given(), actor: anna });
    await saveView(db(), { ...given({ name: "Shared", isShared: "on" }), actor: anna });
    const namesFor = async (userId: string) =>
      (await listSavedViews(db(), { list: "orders", userId })).map(({ name }) => name);
    expect(await namesFor(anna.id)).toEqual(["Failed", "Shared"]);
    expect(await namesFor(ben.id)).toEqual(["Shared"]);
    const [own] = await listSavedViews(db(), { list: "orders", userId: anna.id });
    expect(own?.query).toBe("status=failed");
    await deleteView(db(), { viewId: own?.id ?? "", actor: ben });
    expect(await namesFor(anna.id)).toContain("Failed");
    await deleteView(db(), { viewId: own?.id ?? "", actor: anna });
    expect(await namesFor(anna.id)).toEqual(["Shared"]);
  });

  it.each([
    ["another list", { list: "suppliers" }],
    ["no name", { name: " " }],
    ["a long query", { query: "q=".padEnd(1_001, "x") }],
  ])("of %s is refused", (_, changes) => {
    expect(() => given(changes)).toThrow();
  });
});

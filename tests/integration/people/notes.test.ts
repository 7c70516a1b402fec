import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { addNote, deleteNote, listNotes, noteSchema } from "@/lib/people/notes/notes";
import { codeOf, useDatabase } from "../../support/database";
import {
  auditedActions,
  auditOf,
  customerFactory,
  orderFactory,
  paidOrderFactory,
} from "../../support/factories";

const { db } = useDatabase();
const actor = { id: newId(), email: "anna@example.com" };
const noted = async (orderId: string) =>
  (await findOrderDetails(db(), orderId, new Date()))?.notes.map(({ body }) => body);

describe("a note", () => {
  it("about an order is on its page with its author, and the audit log has no word of it", async () => {
    const { order } = await paidOrderFactory(db());
    await addNote(db(), { about: { orderId: order.id }, text: "Called, is patient", actor });
    const [note] = (await findOrderDetails(db(), order.id, new Date()))?.notes ?? [];
    expect(note).toMatchObject({ body: "Called, is patient", author: actor.email, orderId: order.id });
    expect(await auditedActions(db(), order.id)).toEqual(["note.added"]);
    expect(
      JSON.stringify(await auditOf(db(), order.id), (_, v) => (typeof v === "bigint" ? `${v}` : v)),
    ).not.toContain("patient");
    await deleteNote(db(), { noteId: note?.id ?? "", actor });
    await deleteNote(db(), { noteId: note?.id ?? "", actor });
    expect(await noted(order.id)).toEqual([]);
    expect(await auditedActions(db(), order.id)).toEqual(["note.added", "note.deleted"]);
  });

  it("about an account or a guest's address is on the pages of their orders", async () => {
    const user = await customerFactory(db());
    const { order } = await paidOrderFactory(db(), { data: { userId: user.id, email: user.email } });
    const guest = await orderFactory(db(), { data: { email: "guest-of-notes@example.com" } });
    await addNote(db(), { about: { userId: user.id }, text: "A reseller", actor });
    await addNote(db(), { about: { email: guest.email }, text: "Writes in French", actor });
    expect(await noted(order.id)).toEqual(["A reseller"]);
    expect(await noted(guest.id)).toEqual(["Writes in French"]);
  });

  it("keeps no secret of an order's link, and none is kept about what is gone", async () => {
    const { order } = await paidOrderFactory(db());
    await addNote(db(), { about: { orderId: order.id }, text: `See /order/${order.token}`, actor });
    expect(await listNotes(db(), [{ orderId: order.id }])).toMatchObject([{ body: "See /order/…" }]);
    expect(await codeOf(addNote(db(), { about: { orderId: newId() }, text: "x", actor }))).toBe("not_found");
    expect(await codeOf(addNote(db(), { about: { userId: newId() }, text: "x", actor }))).toBe("not_found");
  });

  it.each([
    ["without a text", { orderId: newId(), text: "  " }],
    ["longer than 2,000 characters", { orderId: newId(), text: "x".repeat(2_001) }],
    ["about nothing", { text: "x" }],
  ])("is refused %s", (_, form) => {
    expect(noteSchema.safeParse(form).success).toBe(false);
  });
});

describe("the buyer on an order's page", () => {
  it("has the sums of the account and of the address, and the other orders", async () => {
    const user = await customerFactory(db());
    const { order } = await paidOrderFactory(db(), { data: { userId: user.id, email: user.email } });
    const other = await paidOrderFactory(db(), { data: { userId: user.id, email: "elsewhere@example.com" } });
    const asGuest = await paidOrderFactory(db(), { data: { email: user.email } });
    await orderFactory(db(), { status: "pending", data: { userId: user.id, email: user.email } });
    const buyer = (await findOrderDetails(db(), order.id, new Date()))?.buyer;
    expect(buyer?.account).toMatchObject({ orders: 2, netCents: 2 * order.paidCents, disputes: 0 });
    expect(buyer?.address).toMatchObject({ orders: 2, netCents: 2 * order.paidCents });
    expect(buyer?.others.map(({ id }) => id)).toEqual(
      expect.arrayContaining([other.order.id, asGuest.order.id]),
    );
    expect(buyer?.others.map(({ id }) => id)).not.toContain(order.id);
  });
});

import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { previewAssign } from "@/lib/operator/bulk/assign-steps";
import { type BulkPreview, bulkRowsSchema } from "@/lib/operator/bulk/bulk-rows";
import {
  clearFlags,
  previewClearFlags,
  previewResendMails,
  resendMails,
} from "@/lib/operator/bulk/order-steps";
import { previewTicketStatus, setTicketStatuses } from "@/lib/operator/bulk/ticket-steps";
import { selectionSchema } from "@/lib/operator/reporting/selection";
import { assign } from "@/lib/people/assignments/assignments";
import { replyToTicket } from "@/lib/people/support/change-ticket";
import { useDatabase } from "../../support/database";
import { auditedActions, byOps, customerFactory, orderFactory } from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db } = useDatabase();
const { actor, opened, row } = useTickets(database);

/** The rows that a confirmed preview sends. */
const confirmed = (preview: BulkPreview[]) =>
  bulkRowsSchema.parse(
    JSON.stringify(preview.filter(({ does }) => does !== null).map(({ id, name, seen }) => [id, name, seen])),
  );

const flagged = (flagReason = "late_change") =>
  orderFactory(db(), { data: { flaggedAt: new Date(), flagReason } });

describe("clearing the flags of a selection", () => {
  it("says what it does to each order, clears those that are flagged, and is audited for each", async () => {
    const [one, plain] = [await flagged(), await orderFactory(db())];
    const preview = await previewClearFlags(db(), [one.id, plain.id]);
    expect(preview.find(({ id }) => id === plain.id)).toMatchObject({
      does: null,
      why: "It is not flagged.",
    });
    const outcome = await clearFlags(db(), confirmed(preview), byOps);
    expect(outcome).toMatch(/^1 of 1 done\.\n#\w{8}: the flag is cleared\.$/);
    expect(await db().order.findUniqueOrThrow({ where: { id: one.id } })).toMatchObject({ flaggedAt: null });
    expect(await auditedActions(db(), one.id)).toEqual(["order.flag_cleared"]);
  });

  it("keeps the flag of an order that was flagged for something else meanwhile, and clears the others", async () => {
    const [one, two] = [await flagged(), await flagged()];
    const rows = confirmed(await previewClearFlags(db(), [one.id, two.id]));
    await db().order.update({ where: { id: one.id }, data: { flagReason: "fraud_warning" } });
    const outcome = await clearFlags(db(), rows, byOps);
    expect(outcome).toContain("1 of 2 done.");
    expect(outcome).toContain("not done. Something else has happened");
    expect((await db().order.findUniqueOrThrow({ where: { id: one.id } })).flagReason).toBe("fraud_warning");
    expect((await db().order.findUniqueOrThrow({ where: { id: two.id } })).flagReason).toBeNull();
  });
});

describe("sending failed mails of a selection again", () => {
  it("requeues the failed ones, and leaves an order without any alone", async () => {
    const [one, other] = [await orderFactory(db()), await orderFactory(db())];
    const mail = { kind: "order-confirmed", recipient: one.email, props: {}, attempts: 8 };
    const { id } = await db().emailLog.create({
      data: {
        ...mail,
        key: newId(),
        orderId: one.id,
        state: "failed",
        error: "timeout",
        failedAt: new Date(),
      },
    });
    await db().emailLog.create({ data: { ...mail, key: newId(), orderId: one.id, state: "sent" } });
    const preview = await previewResendMails(db(), [one.id, other.id]);
    expect(preview.map(({ does }) => does)).toEqual(["Sends 1 failed email again", null]);
    expect(await resendMails(db(), confirmed(preview), byOps)).toContain("1 email will be sent again.");
    expect(await db().emailLog.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "queued" });
  });
});

describe("setting the status of selected tickets", () => {
  it("leaves closed ones and those that have it, and is refused for one that changed meanwhile", async () => {
    const [one, changed, closed] = [await opened(), await opened(), await opened()];
    await db().supportTicket.update({ where: { id: closed.id }, data: { status: "closed" } });
    const ids = [one.id, changed.id, closed.id];
    const preview = await previewTicketStatus(db(), { ids, status: "in_progress" });
    expect(preview.find(({ id }) => id === closed.id)).toMatchObject({ why: "It is closed for good." });
    await replyToTicket(db(), { userId: changed.userId, ticketId: changed.id, message: "And?" });
    const outcome = await setTicketStatuses(db(), confirmed(preview), { status: "in_progress", actor });
    expect(outcome).toContain("1 of 2 done.");
    expect((await row(one.id)).status).toBe("in_progress");
    expect((await row(changed.id)).status).toBe("open");
  });
});

describe("assigning a selection", () => {
  it("says from whom to whom, and nothing for one that is assigned already", async () => {
    const staff = await customerFactory(db(), { roles: ["admin", "support"] });
    const [one, two] = [await opened(), await opened()];
    await assign(db(), { kind: "ticket", id: one.id, assigneeId: staff.id, actor });
    const preview = await previewAssign(db(), {
      kind: "ticket",
      ids: [one.id, two.id],
      assigneeId: staff.id,
    });
    expect(preview.map(({ does }) => does)).toEqual([null, `From nobody to ${staff.email}`]);
  });
});

describe("a selection", () => {
  it.each([
    ["nothing", ""],
    ["no ids", "one,two"],
    ["more than a page has", Array.from({ length: 51 }, newId).join(",")],
  ])("of %s is refused", (_, text) => {
    expect(selectionSchema.safeParse(text).success).toBe(false);
  });
});

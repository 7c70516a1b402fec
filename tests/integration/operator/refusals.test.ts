import { expect, it } from "vitest";
import type { AuditContext } from "@/lib/base/audit/record-audit";
import type { ItemState, Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { retryJob } from "@/lib/base/jobs/retry-job";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { cancelAtSupplier } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { completeManually, startManually } from "@/lib/delivery/operator/deliver-manually";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { addErrorRule, addSupplier, pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { importServices } from "@/lib/delivery/suppliers/import-services";
import { mapService, reorderMappings, unmapService } from "@/lib/delivery/suppliers/map-service";
import { testSupplier } from "@/lib/delivery/suppliers/test-supplier";
import { closeAlert } from "@/lib/mail/alerts/close-alert";
import { resendMail } from "@/lib/mail/queue/failed-mails";
import { confirmTestMail } from "@/lib/mail/queue/test-mail";
import { loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { refundOrder } from "@/lib/money/refunds/refund-order";
import { markPaidAnotherWay, retryRefund } from "@/lib/money/refunds/retry-refund";
import { clearFlag, clearOrderAlert } from "@/lib/orders/order/flag-order";
import { addBlock, removeBlock } from "@/lib/people/abuse/blocks";
import { resendVerification } from "@/lib/people/customers/renew-verification";
import { removeSecondFactor } from "@/lib/people/customers/second-factor";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { grantRole, revokeRole } from "@/lib/people/customers/staff";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { hideReview } from "@/lib/people/reviews/reviews";
import { answerTicket, setTicketStatus } from "@/lib/people/support/change-ticket";
import { saveReply } from "@/lib/people/support/saved-replies";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import type { CatalogDocument } from "@/lib/shop/catalog/document";
import { editDraft } from "@/lib/shop/catalog/draft";
import {
  addAddOn,
  addPackage,
  changeAddOn,
  changePackage,
  changeService,
} from "@/lib/shop/catalog/edit-document";
import { revertTo } from "@/lib/shop/catalog/publish";
import { accountDeps } from "../../support/accounts";
import { useDeliveries } from "../../support/deliveries";
import {
  blockFactory,
  byOps,
  customerFactory,
  orderFactory,
  paidOrderFactory,
  refundFactory,
  setItems,
} from "../../support/factories";
import { useTickets } from "../../support/tickets";

const { database, db, provider } = useDeliveries();
const { opened } = useTickets(database);
const deps = () => ({ db: db(), provider });

/** The states that operators change, and the number of entries in the audit log. */
const statesNow = async () => ({
  items: await db().fulfillmentItem.findMany({ select: { id: true, state: true }, orderBy: { id: "asc" } }),
  orders: await db().order.findMany({ select: { id: true, blockedAt: true }, orderBy: { id: "asc" } }),
  refunds: await db().refund.findMany({ select: { id: true, status: true }, orderBy: { id: "asc" } }),
  roles: await db().userRole.count(),
  audited: await db().auditEntry.count(),
});

/** Awaits a refusal with this code and a message for the operator, which changes nothing. */
async function expectRefusal(act: () => Promise<unknown>, code: string, message = /./): Promise<void> {
  const before = await statesNow();
  await expect(act()).rejects.toMatchObject({ code, userMessage: expect.stringMatching(message) });
  expect(await statesNow()).toEqual(before);
}

const draft = (by: AuditContext, change: (document: CatalogDocument) => CatalogDocument) =>
  editDraft(db(), { edits: 0, actor: by.actor, change });

/** Prepares a subject and returns what an operator then tries. */
type Prepared = () => Promise<() => Promise<unknown>>;

function on<T>(prepare: () => Promise<T>, act: (subject: T) => Promise<unknown>): Prepared {
  return async () => {
    const subject = await prepare();
    return () => act(subject);
  };
}
const nothing = async () => null;

const price = { priceCents: 100, originalCents: 100 };
const sold = { ...price, platforms: ["tiktok"], variant: "standard", isActive: true };
const rule = { pattern: "Service gone", code: "service_unavailable" } as const;

/** A paid order's item in this state. */
const itemIn =
  (state: ItemState, more: object = {}) =>
  async () => {
    const { order, item } = await paidOrderFactory(db());
    await setItems(db(), { id: item.id }, { state, ...more });
    return { itemId: item.id, orderId: order.id };
  };

/** An item with an unknown outcome, of an order with these columns. */
const itemOf = (data: Prisma.OrderUncheckedUpdateInput) => async () => {
  const { itemId, orderId } = await itemIn("unknown")();
  await db().order.update({ where: { id: orderId }, data });
  return { itemId };
};

const orderIn = (status: "pending" | "completed") => async () => {
  const { id: orderId } = await orderFactory(db(), { data: { status } });
  return { orderId };
};

const refundIn = (status: "requested" | "succeeded") => async () => {
  const { orderId } = await orderIn("completed")();
  return { refundId: (await refundFactory(db(), orderId, { status })).id };
};

const sentMail = async () => {
  const mail = {
    kind: "password-changed",
    key: `password-changed:${newId()}`,
    recipient: "reader@example.com",
  };
  return (await db().emailLog.create({ data: { ...mail, state: "sent", props: {} } })).id;
};

const closedTicket = async () => {
  const { id } = await opened();
  await setTicketStatus(db(), { ticketId: id, version: 0, status: "closed", actor: byOps.actor });
  return { ticketId: id, version: 1, actor: byOps.actor };
};

async function runningJob(): Promise<bigint> {
  await enqueue(db(), [{ name: "send-mail", payload: { id: newId() }, key: `mail:${newId()}` }]);
  const [job] = await db().$queryRaw<{ id: bigint }[]>`
    UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker' RETURNING id`;
  if (!job) throw new Error("there is a job");
  return job.id;
}

it.each<[string, (id: string, by: AuditContext) => Promise<unknown>]>([
  [
    "attaching a supplier's number",
    (itemId, by) => attachProviderOrder(deps(), { itemId, providerOrderId: "1", ...by }),
  ],
  ["sending an item again", (itemId, by) => resubmitItem(db(), { itemId, ...by })],
  ["canceling an item", (itemId, by) => cancelItem(db(), { itemId, ...by })],
  ["canceling at the supplier", (itemId, by) => cancelAtSupplier(deps(), { itemId, ...by })],
  ["starting a manual delivery", (itemId, by) => startManually(db(), { itemId, ...by })],
  [
    "completing a manual delivery",
    (itemId, by) => completeManually(db(), { itemId, deliveredUnits: 1, ...by }),
  ],
  ["requesting a refill", (orderId, by) => requestRefill(db(), { orderId, now: new Date(), ...by })],
  [
    "deciding a refill",
    (refillId, by) => decideRefill(db(), { refillId, decision: { kind: "resend" }, ...by }),
  ],
  ["blocking an order", (orderId, by) => blockOrder(db(), { orderId, ...by })],
  ["unblocking an order", (orderId, by) => unblockOrder(db(), { orderId, ...by })],
  ["clearing an order's flag", (orderId, by) => clearFlag(db(), { orderId, ...by })],
  [
    "clearing an order's alert",
    (orderId, by) => clearOrderAlert(db(), { orderId, key: "refund_failed:1", ...by }),
  ],
  ["exporting evidence", (orderId) => loadEvidence(db(), orderId, new Date())],
  [
    "refunding an order",
    (orderId, by) => refundOrder(db(), { orderId, kind: "full", intent: newId(), ...by }),
  ],
  ["releasing a refund", (refundId, by) => releaseRefund(db(), { refundId, ...by })],
  ["dropping a refund", (refundId, by) => dropRefund(db(), { refundId, ...by })],
  ["sending a refund again", (refundId, by) => retryRefund(db(), { refundId, ...by })],
  ["marking a refund as paid another way", (refundId, by) => markPaidAnotherWay(db(), { refundId, ...by })],
  [
    "changing a supplier",
    (supplierId, by) => changeSupplier(deps(), { supplierId, change: {}, account: undefined, ...by }),
  ],
  ["pausing a supplier", (supplierId, by) => pauseSupplier(db(), { supplierId, isPaused: true, ...by })],
  ["adding a supplier's error text", (supplierId, by) => addErrorRule(db(), { supplierId, rule, ...by })],
  ["testing a supplier", (supplierId, { actor }) => testSupplier(deps(), { supplierId, actor })],
  ["importing a supplier's services", (supplierId, by) => importServices(deps(), { supplierId, ...by })],
  [
    "mapping a service",
    (supplierServiceId, by) => mapService(db(), { smmServiceId: 1, supplierServiceId, ...by }),
  ],
  ["unmapping a service", (mappingId, by) => unmapService(db(), { mappingId, ...by })],
  [
    "changing a package",
    (packageId, by) => draft(by, (document) => changePackage(document, packageId, price)),
  ],
  ["changing an add-on", (addOnId, by) => draft(by, (document) => changeAddOn(document, addOnId, price))],
  [
    "changing a service",
    (service, by) =>
      draft(by, (document) => changeService(document, { platform: "tiktok", service }, (held) => held)),
  ],
  ["going back to a version", (_, { actor }) => revertTo(db(), { number: 999, actor })],
  ["running a job again", (_, by) => retryJob(db(), { jobId: 999_999_999n, ...by })],
  ["closing an alert", (key, by) => closeAlert(db(), { key, ...by })],
  ["sending a mail again", (id, by) => resendMail(db(), { mailKinds, id, ...by })],
  ["confirming a test mail", (id, { actor }) => confirmTestMail(db(), { id, actor })],
  ["removing a block", (id, by) => removeBlock(db(), { id, ...by })],
  ["hiding a review", (orderId, by) => hideReview(db(), { orderId, hiddenReason: "spam", ...by })],
  [
    "answering a ticket",
    (ticketId, { actor }) => answerTicket(db(), { ticketId, version: 0, text: "Hello", actor }),
  ],
  [
    "setting a ticket's status",
    (ticketId, { actor }) => setTicketStatus(db(), { ticketId, version: 0, status: "open", actor }),
  ],
  [
    "saving a deleted reply",
    (replyId, { actor }) => saveReply(db(), { replyId, title: newId(), text: "Hello", actor }),
  ],
  [
    "granting a role",
    (userId, by) => grantRole(accountDeps(database.current), { userId, role: "support", ...by }),
  ],
  [
    "sending a verification again",
    (userId, by) => resendVerification(accountDeps(database.current), { userId, ...by }),
  ],
  ["removing a second factor", (userId, by) => removeSecondFactor(db(), { userId, now: new Date(), ...by })],
  ["deleting an account", (userId, by) => deleteAccount(db(), userId, by)],
])("%s that does not exist is not found", async (_, act) => {
  await expectRefusal(() => act(newId(), byOps), "not_found");
});

it.each<[string, RegExp, Prepared]>([
  [
    "attaching a number to an item that has moved on",
    /can't be/,
    on(itemIn("completed"), (item) =>
      attachProviderOrder(deps(), { ...item, providerOrderId: "1", ...byOps }),
    ),
  ],
  [
    "sending an item again that a supplier has",
    /can't be/,
    on(itemIn("submitted"), (item) => resubmitItem(db(), { ...item, ...byOps })),
  ],
  [
    "sending an item of a blocked order again",
    /blocked/,
    on(itemOf({ blockedAt: new Date() }), (item) => resubmitItem(db(), { ...item, ...byOps })),
  ],
  [
    "sending an item again whose buyer withdrew",
    /withdrew/,
    on(itemOf({ withdrawnAt: new Date() }), (item) => resubmitItem(db(), { ...item, ...byOps })),
  ],
  [
    "sending an item of a deleted account again",
    /account was deleted/,
    on(itemIn("rejected", { link: "", targetKey: "" }), (item) => resubmitItem(db(), { ...item, ...byOps })),
  ],
  [
    "canceling an item that a supplier has",
    /can't be cancelled/,
    on(itemIn("submitted"), (item) => cancelItem(db(), { ...item, ...byOps })),
  ],
  [
    "canceling an ended item at its supplier",
    /./,
    on(itemIn("completed"), (item) => cancelAtSupplier(deps(), { ...item, ...byOps })),
  ],
  [
    "starting the delivery of an item that a supplier has",
    /./,
    on(itemIn("submitted"), (item) => startManually(db(), { ...item, ...byOps })),
  ],
  [
    "completing the delivery of an item that a supplier has",
    /./,
    on(itemIn("submitted"), (item) => completeManually(db(), { ...item, deliveredUnits: 30, ...byOps })),
  ],
  [
    "blocking an order of which nothing is left to send",
    /nothing to block/,
    on(orderIn("completed"), (order) => blockOrder(db(), { ...order, ...byOps })),
  ],
  [
    "refunding an order that was not paid",
    /./,
    on(orderIn("pending"), (order) =>
      refundOrder(db(), { ...order, kind: "full", intent: newId(), ...byOps }),
    ),
  ],
  [
    "releasing a refund that is not held",
    /already been released or dropped/,
    on(refundIn("requested"), (refund) => releaseRefund(db(), { ...refund, ...byOps })),
  ],
  [
    "dropping a refund that is not held",
    /already been released or dropped/,
    on(refundIn("requested"), (refund) => dropRefund(db(), { ...refund, ...byOps })),
  ],
  [
    "sending a refund again that did not fail",
    /./,
    on(refundIn("succeeded"), (refund) => retryRefund(db(), { ...refund, ...byOps })),
  ],
  [
    "marking a refund as paid another way that did not fail",
    /./,
    on(refundIn("succeeded"), (refund) => markPaidAnotherWay(db(), { ...refund, ...byOps })),
  ],
  [
    "adding a supplier of a known name",
    /./,
    on(
      () => db().supplier.findFirstOrThrow(),
      ({ name }) => addSupplier(deps(), { supplier: { kind: "manual", name }, ...byOps }),
    ),
  ],
  [
    "putting a service's mappings in order without one of them",
    /./,
    on(nothing, () => reorderMappings(db(), { smmServiceId: 1, mappingIds: [], ...byOps })),
  ],
  [
    "adding a package of a known size",
    /./,
    on(nothing, () =>
      draft(byOps, (document) =>
        addPackage(document, { ...sold, service: "likes", quantity: 50, isPopular: false }),
      ),
    ),
  ],
  [
    "adding an add-on of a known size",
    /./,
    on(nothing, () =>
      draft(byOps, (document) =>
        addAddOn(document, { ...sold, service: "likes", surface: "checkout", quantity: 500 }),
      ),
    ),
  ],
  [
    "running a job again that is running",
    /running right now/,
    on(runningJob, (jobId) => retryJob(db(), { jobId, ...byOps })),
  ],
  [
    "answering a closed ticket",
    /closed/,
    on(closedTicket, (ticket) => answerTicket(db(), { ...ticket, text: "Hello" })),
  ],
  [
    "opening a closed ticket",
    /closed/,
    on(closedTicket, (ticket) => setTicketStatus(db(), { ...ticket, status: "open" })),
  ],
  [
    "sending a mail again that was sent",
    /./,
    on(sentMail, (id) => resendMail(db(), { mailKinds, id, ...byOps })),
  ],
  [
    "blocking an address twice, however it is written",
    /already on the block list/,
    on(
      () => blockFactory(db(), "email", "twice@example.com"),
      () => addBlock(db(), { block: { kind: "email", value: "Twice+1@example.com" }, ...byOps }),
    ),
  ],
  [
    "granting a role to an address that was never verified",
    /./,
    on(
      () => customerFactory(db(), { isVerified: false }),
      ({ id: userId }) => grantRole(accountDeps(database.current), { userId, role: "owner", ...byOps }),
    ),
  ],
])("%s is a conflict", async (_, message, prepare) => {
  await expectRefusal(await prepare(), "conflict", message);
});

type Staff = { actor: AuditContext["actor"]; owner: string };

it.each<[string, (staff: Staff) => Promise<unknown>]>([
  ["signing an owner out", ({ actor, owner }) => signOutEverywhere(db(), owner, { ...byOps, actor })],
  [
    "changing an owner's role",
    ({ actor, owner }) =>
      grantRole(accountDeps(database.current), { userId: owner, role: "support", ...byOps, actor }),
  ],
  ["removing an owner's role", ({ actor, owner }) => revokeRole(db(), { userId: owner, ...byOps, actor })],
  [
    "removing an administrator's second factor",
    ({ actor, owner }) => removeSecondFactor(db(), { userId: owner, now: new Date(), ...byOps, actor }),
  ],
  [
    "deleting an administrator's account",
    ({ actor, owner }) => deleteAccount(db(), owner, { ...byOps, actor }),
  ],
])("%s is forbidden to support", async (_, act) => {
  const { id: owner } = await customerFactory(db(), { roles: ["user", "admin", "owner"] });
  const support = await customerFactory(db(), { roles: ["user", "admin", "support"] });
  await expectRefusal(() => act({ actor: { id: support.id, email: support.email }, owner }), "forbidden");
});

import type { Database } from "@/lib/db/client";
import { newId, newToken } from "@/lib/ids";
import { recordEvents } from "@/lib/orders/record-event";
import { attemptFactory, customerFactory, paidOrderFactory, setItems } from "./factories";

let counter = 0;

/** A customer with one delivered order for likes, a ticket that was answered, mails and everything else that names them. */
export async function customerWithHistory(db: Database) {
  counter += 1;
  const mark = `marked${counter}x`;
  const email = `${mark}@example.com`;
  const user = await customerFactory(db, { email, name: `Name ${mark}`, passwordHash: "hash-of-password" });
  await db.userSession.create({ data: { userId: user.id, userAgent: `Browser of ${mark}` } });
  await db.account.create({ data: { userId: user.id, provider: "google", providerAccountId: `g-${mark}` } });
  const token = await db.emailToken.create({
    data: {
      userId: user.id,
      kind: "change_email",
      email: `next-${mark}@example.com`,
      tokenHash: newToken(),
      expiresAt: new Date(),
    },
  });
  const { order, item } = await paidOrderFactory(db, {
    service: "likes",
    username: mark,
    posts: [{ postId: `post-${mark}`, quantity: 100 }],
  });
  await finish(db, order.id, {
    userId: user.id,
    profile: { fullName: mark, biography: mark, pictureUrl: mark, isVerified: false, followersCount: 1 },
    requestKey: newToken(),
    requestHash: newToken(),
    guestKeyHash: newToken(),
  });
  await attemptFactory(db, order.id, {
    params: { customer_email: email, line_items: [mark] },
    url: `https://pay.example/${mark}`,
  });
  await db.review.create({ data: { orderId: order.id, stars: 4, body: `Fine, says ${mark}`, name: mark } });
  const supplier = await db.supplier.findFirstOrThrow();
  await db.supplierCall.create({
    data: {
      itemId: item.id,
      supplierId: supplier.id,
      attempt: 1,
      action: "add",
      request: { service: "1", link: `https://www.instagram.com/p/post-${mark}/`, quantity: 100 },
      outcome: "accepted",
      answer: `{"order":1,"link":"${mark}"}`,
    },
  });
  await db.supportTicket.create({
    data: {
      userId: user.id,
      email,
      orderId: order.id,
      subject: `About ${mark}`,
      target: `instagram:${mark}`,
      message: `I am ${mark}`,
      status: "resolved",
      adminResponse: `Dear ${mark}`,
      respondedAt: new Date(),
      messages: { create: [{ author: "administrator", body: `Dear ${mark}` }] },
    },
  });
  const stated = { email, isMailed: true, decidedAt: new Date() };
  await db.withdrawal.createMany({
    data: [
      {
        ...stated,
        orderId: order.id,
        name: `Name ${mark}`,
        orderNumber: order.id.slice(0, 8),
        outcome: "late",
      },
      { ...stated, name: `Stray ${mark}`, orderNumber: "00000000", outcome: "unmatched" },
    ],
  });
  await db.emailLog.createMany({
    data: [
      {
        key: newId(),
        kind: "order-confirmed",
        orderId: order.id,
        recipient: email,
        props: {},
        state: "sent",
      },
      { key: newId(), kind: "verify-email", recipient: email, props: { sealedToken: mark }, state: "sent" },
      { key: newId(), kind: "password-changed", recipient: email, props: {}, state: "queued" },
      {
        key: `confirm-new-email:${token.id}`,
        kind: "confirm-new-email",
        recipient: token.email,
        props: { sealedToken: mark },
        state: "sent",
      },
    ],
  });
  await recordEvents(db, [
    { orderId: order.id, type: "order.completed", from: "processing", to: "completed" },
  ]);
  return { user, email, mark, order, item };
}

/** The order and its items as a delivery leaves them. */
async function finish(db: Database, id: string, data: object = {}) {
  await setItems(db, { orderId: id }, { state: "completed", remains: 0 });
  await db.order.update({ where: { id }, data: { status: "completed", ...data } });
}

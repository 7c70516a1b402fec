import type { Database } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { newId, newToken } from "@/lib/base/ids";
import { recordEvents } from "@/lib/orders/order/record-event";
import { attemptFactory, customerFactory, paidOrderFactory, setItems } from "./factories";

let counter = 0;

/**
 * A customer with one delivered order for likes, a ticket that was answered, mails and everything else that names them.
 */
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
  await setItems(db, { orderId: order.id }, { state: "completed", remains: 0 });
  await db.order.update({
    where: { id: order.id },
    data: {
      status: "completed",
      userId: user.id,
      profile: { fullName: mark, biography: mark, pictureUrl: mark, isVerified: false, followersCount: 1 },
      requestKey: newToken(),
      requestHash: newToken(),
      guestKeyHash: newToken(),
    },
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
  const note = { author: "admin@example.com" };
  await db.note.createMany({
    data: [
      { ...note, orderId: order.id, body: `The order of ${mark}` },
      { ...note, userId: user.id, body: `The account of ${mark}` },
      { ...note, email, body: `The address of ${mark}` },
    ],
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
  const props = { sealedToken: mark };
  const mails: ({ kind: string } & Partial<Prisma.EmailLogCreateManyInput>)[] = [
    { kind: "order-confirmed", orderId: order.id, report: "delivered", reportedAt: new Date() },
    { kind: "verify-email", props },
    { kind: "password-changed", state: "queued" },
    { kind: "confirm-new-email", key: `confirm-new-email:${token.id}`, recipient: token.email, props },
  ];
  await db.emailLog.createMany({
    data: mails.map((mail) => ({
      key: newId(),
      recipient: email,
      props: {},
      state: "sent",
      ...mail,
    })),
  });
  await recordEvents(db, [
    { orderId: order.id, type: "order.completed", from: "processing", to: "completed" },
  ]);
  return { user, email, mark, order, item };
}

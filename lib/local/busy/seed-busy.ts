import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import type { Database, Tx } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { databaseNow, syncClock } from "@/lib/base/time/clock";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { recordDispute } from "@/lib/money/disputes/record-dispute";
import { recordFraudWarning } from "@/lib/money/disputes/record-fraud-warning";
import { flagFailed } from "@/lib/money/refunds/failed-refunds";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { ticketSubject } from "@/lib/people/support/ticket-message";
import { randomFrom } from "../social/random";
import { actAsColleagues } from "./colleagues";
import { inventPanel } from "./panel-past";
import { type PlannedOrder, planOrders, type Twist } from "./plan";
import { insert, insertRows, noRows } from "./rows";
import { busySupplierKeys } from "./run-busy";
import type { Scene, SceneService } from "./scene";
import { inventStripe } from "./stripe-past";
import { answerTexts, reviewTexts, ticketTexts } from "./texts";
import { type Written, writeOrder } from "./write-order";

type BusyOptions = {
  orders: number;
  /** The addresses of the shop and of the payments emulator. */
  shopUrl: string;
  stripeUrl: string;
};

/**
 * Fills a new shop with the orders of three weeks in every state, their payments, deliveries, mails, tickets and reviews,
 * and with colleagues who have worked in it. Returns what the emulators for payments and suppliers would know of it: the
 * ledger, the payments and the suppliers' charges agree. The shop's own use cases do whatever is about one order.
 */
export async function seedBusy(db: Database, { orders, shopUrl, stripeUrl }: BusyOptions) {
  await syncClock(db);
  const now = databaseNow();
  const planned = planOrders(orders, now);
  const scene: Scene = {
    now,
    origin: shopUrl,
    shopId: await getShopId(db),
    rows: noRows(),
    stripe: inventStripe(stripeUrl),
    panel: inventPanel(),
    userIds: await createCustomers(db, planned, now),
    services: await loadServices(db),
  };

  const written: Written[] = [];
  for (const order of planned) {
    const paid = await writeOrder(scene, order);
    if (paid) written.push(paid);
  }

  await db.$transaction((tx) => insertRows(tx, scene.rows), { timeout: 5 * minute });

  await letThingsHappen(db, scene, written);

  await openTickets(db, written, now);
  await writeReviews(db, written, now);

  await actAsColleagues(db, now);
  await setBalances(db, scene);
  await db.$executeRaw`ANALYZE`;
  return { stripe: scene.stripe.inTime(), panel: scene.panel.end() };
}

/** What each supplier's account has left, as it was last read: the second one's is low. */
async function setBalances(db: Database, { panel, now }: Scene): Promise<void> {
  const balances = { "panel-key-1": 412.6, "panel-key-2": 11.35, "panel-key-3": 96.2 } as const;
  for (const [name, key] of keysByName) {
    const balance = balances[key as keyof typeof balances];
    panel.setBalance(key, balance);
    await db.supplier.update({ where: { name }, data: { balance, balanceCurrency: "USD", balanceAt: now } });
  }
}

/** Writes the emulators' states where they look for them when they start. */
export function writeStates(dataDir: string, states: Awaited<ReturnType<typeof seedBusy>>): void {
  for (const [name, state] of Object.entries(states))
    writeFileSync(join(dataDir, `${name}.json`), JSON.stringify(state));
}

async function createCustomers(
  db: Database,
  planned: PlannedOrder[],
  now: Date,
): Promise<Map<string, string>> {
  const customers = new Map(
    planned.flatMap(({ buyer }) => (buyer.hasAccount ? [[buyer.email, buyer.name]] : [])),
  );
  const rows = [...customers].map(([email = "", name = null]) => ({
    id: newId(),
    email,
    name,
    emailVerifiedAt: now,
    createdAt: addMs(now, -25 * day),
  }));
  await insert(db, "users", rows);
  await insert(
    db,
    "user_roles",
    rows.map(({ id: userId }) => ({ id: newId(), userId })),
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

async function loadServices(db: Database): Promise<Map<string, SceneService[]>> {
  const mapped = await db.serviceMapping.findMany({
    include: { smmService: true, supplierService: { include: { supplier: true } } },
    orderBy: { preference: "asc" },
  });
  const services = new Map<string, SceneService[]>();
  for (const { smmService, supplierService } of mapped) {
    const name = `${smmService.platform}:${smmService.serviceType}`;
    const { id, externalId, supplierId, supplier } = supplierService;
    const key = keysByName.get(supplier.name);
    if (!key) continue;
    services.set(name, [...(services.get(name) ?? []), { id, externalId, supplierId, key }]);
  }
  return services;
}

/** By the names that `seedWithSuppliers` gives. */
const keysByName = new Map(busySupplierKeys.map((key, place) => [`Emulator supplier ${place + 1}`, key]));

/** Lets the shop itself record what banks, buyers and the shop's rules did about single orders. */
async function letThingsHappen(db: Database, scene: Scene, written: Written[]): Promise<void> {
  for (const order of written) {
    const { twist } = order.planned;
    if (twist) await db.$transaction((tx) => happens(tx, scene, order, twist), { timeout: minute });
  }
  const unpaid = await db.order.findFirst({ where: { status: "pending" }, orderBy: { createdAt: "asc" } });
  if (unpaid) await declineCards(db, unpaid.id);
}

async function happens(tx: Tx, scene: Scene, order: Written, twist: Twist): Promise<void> {
  const { stripe, now } = scene;
  const { orderId, attemptId: id, charge, planned } = order;
  const payment = { id, orderId, status: "paid" } as const;
  const record = (dispute: object) => recordDispute(tx, payment, dispute as Stripe.Dispute);
  const later = (days: number) =>
    new Date(Math.min(+addMs(planned.placedAt, days * day), +addMs(now, -hour)));
  switch (twist) {
    case "dispute_open":
      await record(stripe.dispute(charge, later(5)));
      return;
    case "dispute_answered": {
      const dispute = stripe.dispute(charge, later(4));
      await record(dispute);
      await record(stripe.answerDispute(dispute.id));
      return;
    }
    case "dispute_won":
    case "dispute_lost": {
      const dispute = stripe.dispute(charge, later(3));
      await record(dispute);
      stripe.closeDispute(dispute.id, twist === "dispute_won" ? "won" : "lost", later(10));
      await record(dispute);
      return;
    }
    case "fraud_warning":
      await recordFraudWarning(
        tx,
        payment,
        stripe.warn(charge, later(1)) as unknown as Stripe.Radar.EarlyFraudWarning,
      );
      return;
    case "refund_held": {
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
      const amountCents = planned.priced.totalCents;
      await requestRefund(tx, {
        orderId,
        attemptId: id,
        amountCents,
        reason: "refund_in_full",
        isHeld: true,
      });
      return;
    }
    case "refund_failed": {
      const refund = await tx.refund.findFirstOrThrow({ where: { orderId } });
      await flagFailed(tx, refund);
      return;
    }
    default:
  }
}

async function declineCards(db: Database, orderId: string): Promise<void> {
  const cards = Array.from({ length: 6 }, (_, place) => ({
    chargeId: `ch_declined_${place}`,
    orderId,
    fingerprint: `declined-${place}`,
    isDeclined: true,
  }));
  await db.cardAttempt.createMany({ data: cards });
  await flagOrder(db, orderId, "declined_cards");
}

const waiting = ["open", "open", "in_progress"] as const;
const dealtWith = ["resolved", "resolved", "resolved", "closed"] as const;

/** A ticket for each sixteenth order: the newest ones wait, older ones are answered or closed. */
async function openTickets(db: Database, written: Written[], now: Date): Promise<void> {
  const random = randomFrom("tickets");
  const about = written.filter((_, place) => place % 16 === 0);
  for (const [place, { orderId, planned }] of about.entries()) {
    const [kind, message] = ticketTexts[place % ticketTexts.length] ?? ["support", "Hello?"];
    const answer = answerTexts[place % answerTexts.length] ?? null;
    const ageMs = now.getTime() - planned.placedAt.getTime();
    const createdAt = addMs(planned.placedAt, ageMs * random.between(0.1, 0.7));
    const isRecent = now.getTime() - createdAt.getTime() < 30 * hour;
    const status = isRecent ? random.pick(waiting) : random.pick(dealtWith);
    const isAnswered = status === "resolved" || status === "closed";
    const respondedAt = isAnswered
      ? addMs(createdAt, Math.min(ageMs / 10, random.between(hour, 20 * hour)))
      : null;
    const user = await db.user.findUnique({ where: { email: planned.buyer.email }, select: { id: true } });
    await db.supportTicket.create({
      data: {
        userId: user?.id ?? null,
        email: planned.buyer.email,
        isGuest: !user,
        orderId,
        kind,
        subject: ticketSubject(kind, orderId),
        message,
        status,
        adminResponse: isAnswered ? answer : null,
        respondedAt,
        createdAt,
        updatedAt: respondedAt ?? createdAt,
        ...(isAnswered &&
          answer && {
            messages: { create: { author: "administrator", body: answer, createdAt: respondedAt ?? now } },
          }),
      },
    });
  }
}

async function writeReviews(db: Database, written: Written[], now: Date): Promise<void> {
  const reviewed = written.filter(
    ({ planned }, place) =>
      place % 14 === 0 && planned.outcome === "completed" && +planned.placedAt < +addMs(now, -2 * day),
  );
  const reviews = reviewed.map(({ orderId, planned }, place) => {
    const [stars, body] = reviewTexts[place % reviewTexts.length] ?? [5, null];
    const createdAt = addMs(planned.placedAt, 1.8 * day);
    return {
      orderId,
      stars,
      body,
      name: place % 3 === 0 ? null : planned.buyer.name,
      createdAt,
      isOnPages: false,
    };
  });
  await insert(db, "reviews", reviews);
}

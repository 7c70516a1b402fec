import type { Db } from "@/lib/base/db/client";
import { listNotes } from "@/lib/people/notes/notes";
import { findBuyerHistory } from "./buyer-history";

const newest = 10;

/** What the admin shows about a person besides the account: purchases, newest orders and tickets, and notes. */
export type Person = Awaited<ReturnType<typeof findPerson>>;

/** The orders and tickets of an account and of its address as a guest's, or of a guest's address. */
export async function findPerson(db: Db, { userId, email }: { userId: string | null; email: string }) {
  const own = userId ? { OR: [{ userId }, { userId: null, email }] } : ({ userId: null, email } as const);
  const [history, orders, tickets, notes] = await Promise.all([
    findBuyerHistory(db, { orderId: null, userId, email }),
    db.order.findMany({
      where: own,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: newest,
      select: {
        id: true,
        platformLabel: true,
        unitOne: true,
        unitMany: true,
        quantity: true,
        priceTotalCents: true,
        status: true,
        createdAt: true,
      },
    }),
    db.supportTicket.findMany({
      where: own,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: newest,
      select: { id: true, subject: true, status: true, createdAt: true },
    }),
    listNotes(db, [{ email }, ...(userId ? [{ userId }] : [])]),
  ]);
  return { ...history, orders, tickets, notes };
}

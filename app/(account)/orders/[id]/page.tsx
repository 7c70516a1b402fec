import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { requireCustomer } from "@/app/_server/session";
import { getDb } from "@/lib/db/client";
import { findOwnOrderToken } from "@/lib/orders/own-orders";

export const dynamic = "force-dynamic";

/**
 * Redirects from the id of a customer's own order, which mails and tickets use, to its page. Not found for other
 * customers.
 */
export default async function OwnOrderPage({ params }: { params: Promise<{ id: string }> }) {
  const orderId = z.uuid().safeParse((await params).id).data;
  if (!orderId) notFound();
  const user = await requireCustomer(`/orders/${orderId}`);
  const token = await findOwnOrderToken(getDb(), { userId: user.id, orderId });
  if (!token) notFound();
  redirect(`/order/${token}`);
}

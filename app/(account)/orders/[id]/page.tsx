import { redirect } from "next/navigation";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireCustomer } from "@/app/_server/session";
import { getDb } from "@/lib/base/db/client";
import { findOwnOrderToken } from "@/lib/orders/views/own-orders";

export const dynamic = "force-dynamic";

/**
 * Redirects from the id of a customer's own order, which mails and tickets use, to its page. Not found for other
 * customers.
 */
export default async function OwnOrderPage(props: RecordProps) {
  const token = await findRecord(props, async (orderId) => {
    const user = await requireCustomer(`/orders/${orderId}`);
    return findOwnOrderToken(getDb(), { userId: user.id, orderId });
  });
  redirect(`/order/${token}`);
}

import { isOrderToken } from "@/lib/base/order-id";

/** The prerendered page that says that a link opens no order. */
export const unknownOrderPath = "/order/unknown";

/** The token in the address of an order's page; null for any other address. Pure. */
export function tokenOf(path: string): string | null {
  return /^\/order\/([^/]+)(?:\/withdraw)?$/.exec(path)?.[1] ?? null;
}

/** True for an order's address that can't open one, whatever the database holds. Pure. */
export function isImpossibleLink(path: string): boolean {
  const token = tokenOf(path);
  return token !== null && !isOrderToken(token);
}

/** True when no order has this token. False when the database doesn't answer: the page then says so. */
export async function isUnknownToken(token: string): Promise<boolean> {
  // Imported at the first use: the server listens before the database client is loaded.
  const { getDb } = await import("@/lib/base/db/client");
  const { findOrderId } = await import("@/lib/orders/views/find-order-id");
  try {
    return (await findOrderId(getDb(), token)) === null;
  } catch {
    return false;
  }
}

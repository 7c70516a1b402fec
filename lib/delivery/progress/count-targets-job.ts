/** The job that counts what an order's targets show, as far as that is due; one an order. */
export function countTargetsJob(orderId: string) {
  return { name: "count-targets" as const, payload: { id: orderId }, key: `count:${orderId}` };
}

import { rowJob } from "@/lib/jobs/define-job";

/** Refunds what an order that has ended did not deliver. */
export const refundUndeliveredJob = rowJob("refund-undelivered", "refund-undelivered");

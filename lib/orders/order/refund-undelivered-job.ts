import { rowJob } from "@/lib/base/jobs/define-job";

/** Refunds what an order that has ended did not deliver. */
export const refundUndeliveredJob = rowJob("refund-undelivered", "refund-undelivered");

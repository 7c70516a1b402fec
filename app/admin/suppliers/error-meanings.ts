import type { ErrorRule } from "@/lib/delivery/suppliers/protocol/error-rules";

/** Explains to an operator the possible meaning of a supplier's error text. */
export const errorMeanings: Record<ErrorRule["code"], string> = {
  bad_key: "The key is refused",
  access_denied: "Our account or server is turned away",
  no_funds: "No funds",
  service_gone: "The service no longer exists",
  service_unavailable: "The service is not available",
  bad_quantity: "The quantity is refused",
  bad_target: "The link is refused",
  target_busy: "An order for this link is in progress",
  rate_limited: "Too many requests",
  other: "Another clear refusal",
  unclear: "Unclear: manual review",
};

import { newToken } from "@/lib/base/ids";
import { processWide } from "@/lib/base/process-wide";

/** The key with which this process asks itself to revalidate pages; it never leaves the process. */
export function revalidationKey(): string {
  return processWide("revalidation-key", newToken);
}

import { unstable_rethrow } from "next/navigation";
import type { Result } from "@/lib/result";

const unreachable = {
  code: "upstream_failed",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

/** Awaits a server action. A failed connection becomes an error result; it only throws redirects. */
export async function askShop<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    // Next throws redirects.
    unstable_rethrow(error);
    return { ok: false, error: unreachable };
  }
}

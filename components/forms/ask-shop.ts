import { unstable_rethrow } from "next/navigation";
import type { Result } from "@/lib/result";

const unreachable = {
  code: "upstream_failed",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

/** Asks for what a server action answers. A shop that can't be reached is an answer like any other: it never throws. */
export async function askShop<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    // A redirect arrives as an error, too.
    unstable_rethrow(error);
    return { ok: false, error: unreachable };
  }
}

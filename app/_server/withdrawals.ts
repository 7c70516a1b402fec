import "server-only";
import { AppError } from "@/lib/errors";
import { getSite } from "./site";

/** Requires that the shop takes withdrawals. Errors: not_found if the settings have switched them off. */
export async function requireWithdrawals(): Promise<void> {
  if (!(await getSite()).takesWithdrawals) throw new AppError("not_found");
}

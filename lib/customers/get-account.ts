import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

export type AccountView = {
  name: string | null;
  hasPassword: boolean;
  isGoogleConnected: boolean;
  hasSecondFactor: boolean;
  recoveryCodesLeft: number;
};

/** A customer's name and ways to sign in, for the settings page. Errors: not_found for a deleted account. */
export async function getAccount(db: Db, userId: string): Promise<AccountView> {
  const user = await db.user.findFirst({
    where: { id: userId, anonymizedAt: null },
    select: {
      name: true,
      passwordHash: true,
      totpConfirmedAt: true,
      _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
      accounts: { where: { provider: "google" }, select: { id: true } },
    },
  });
  if (!user) throw new AppError("not_found");
  return {
    name: user.name,
    hasPassword: user.passwordHash !== null,
    isGoogleConnected: user.accounts.length > 0,
    hasSecondFactor: user.totpConfirmedAt !== null,
    recoveryCodesLeft: user._count.recoveryCodes,
  };
}

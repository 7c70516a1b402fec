import { logger } from "@/lib/logger";
import { openProvider, type ProviderOptions, type SupplierAccess } from "./protocol/open-provider";
import type { BalanceAnswer } from "./protocol/provider";

/** What a test of the connection found, and what to do about it in one message. */
export type ConnectionTest =
  | { isWell: true; balance: string; currency: string; message: string }
  | { isWell: false; message: string };

/**
 * Asks a supplier for its balance, which buys nothing: address and key are right if it answers. Failures are values;
 * never throws.
 */
export async function testConnection(
  supplier: SupplierAccess,
  options: ProviderOptions,
): Promise<ConnectionTest> {
  if (supplier.kind === "manual") {
    return { isWell: false, message: "This supplier is delivered manually: there is no connection to test." };
  }
  const provider = openProvider(supplier, options);
  if (!provider) {
    return {
      isWell: false,
      message: "The address or the key is missing or can't be opened. Enter the key again.",
    };
  }
  const answer = await provider.balance();
  if (!answer.ok) {
    logger.warn(
      { reason: answer.reason, detail: answer.detail },
      "a supplier's connection was tested and failed",
    );
    return { isWell: false, message: messageOf(answer) };
  }
  const { balance, currency } = answer;
  return { isWell: true, balance, currency, message: `Connected. The balance is ${balance} ${currency}.` };
}

function messageOf({ reason, detail }: Extract<BalanceAnswer, { ok: false }>): string {
  switch (reason) {
    // One message for all of these: different ones would tell which addresses and ports are open where the shop runs.
    case "unreachable":
    case "no_answer":
    case "unreadable":
      return "No panel answered at this address. Check it: it often ends with /api/v2. The log says what happened.";
    case "bad_key":
      return "The supplier refuses the key. Copy it from its account page and enter it again.";
    case "refused":
      return `The supplier refuses: ${detail}`;
  }
}

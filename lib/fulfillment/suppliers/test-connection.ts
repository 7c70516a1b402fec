import { openProvider, type ProviderOptions, type SupplierAccess } from "../providers/open-provider";
import type { BalanceAnswer } from "../providers/provider";

/** What a test of the connection found, and what to do about it in one sentence. */
export type ConnectionTest =
  | { isWell: true; balance: string; currency: string; sentence: string }
  | { isWell: false; sentence: string };

/**
 * Asks a supplier for its balance, which buys nothing: address and key are right if it answers. Failures are values;
 * never throws.
 */
export async function testConnection(
  supplier: SupplierAccess,
  options: ProviderOptions,
): Promise<ConnectionTest> {
  if (supplier.kind === "manual") {
    return { isWell: false, sentence: "This supplier is delivered by hand: there is no connection to test." };
  }
  const provider = openProvider(supplier, options);
  if (!provider) {
    return {
      isWell: false,
      sentence: "The address or the key is missing or can't be opened. Enter the key anew.",
    };
  }
  const answer = await provider.balance();
  if (!answer.ok) return { isWell: false, sentence: sentenceOf(answer) };
  const { balance, currency } = answer;
  return { isWell: true, balance, currency, sentence: `Connected. The balance is ${balance} ${currency}.` };
}

function sentenceOf({ reason, detail }: Extract<BalanceAnswer, { ok: false }>): string {
  switch (reason) {
    case "unreachable":
      return `No connection came about (${detail}). Check the address.`;
    case "no_answer":
      return `The supplier did not answer (${detail}). Try again, or ask its support.`;
    case "bad_key":
      return "The supplier refuses the key. Copy it from its account page and enter it anew.";
    case "refused":
      return `The supplier refuses: ${detail}`;
    case "unreadable":
      return `The answer is not one of a panel (${detail}). The address often ends with /api/v2.`;
  }
}

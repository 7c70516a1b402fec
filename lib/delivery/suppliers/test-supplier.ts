import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Db } from "@/lib/base/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { readDatabaseTime } from "@/lib/base/time/clock";
import {
  openProvider,
  type ProviderOptions,
  type SupplierAccess,
  type SupplierDeps,
} from "./protocol/open-provider";
import type { BalanceAnswer } from "./protocol/provider";
import { keepBalance } from "./refresh-balances";

/** `message` says what the test found and what to do about it. */
type ConnectionTest =
  | { isWell: true; balance: string; currency: string; message: string }
  | { isWell: false; message: string };

/**
 * Tests a supplier's address and key for an administrator, with an entry in the audit log. Returns what to say when
 * they work. Errors: not_found; upstream_failed with what is wrong and what to do about it.
 */
export async function testSupplier(
  { db, provider }: SupplierDeps,
  { supplierId, actor }: { supplierId: string; actor: Actor },
): Promise<string> {
  const supplier = await db.supplier.findUnique({ where: { id: supplierId } });
  if (!supplier) throw notFound("There is no such supplier.");
  const { isWell, message } = await testConnection({ db, provider }, supplier);
  await db.$transaction((tx) =>
    recordAudit(tx, { actor }, "supplier.tested", ["supplier", supplierId], { after: { isWell, message } }),
  );
  if (!isWell) throw new AppError("upstream_failed", { userMessage: message });
  return message;
}

/**
 * Asks a supplier for its balance and keeps it: if it answers, address and key are right. A failure of the supplier is
 * returned, not thrown.
 */
export async function testConnection(
  { db, provider: options }: { db: Db; provider: ProviderOptions },
  supplier: SupplierAccess & { id: string },
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
  const askedAt = await readDatabaseTime(db);
  const answer = await provider.balance();
  if (!answer.ok) {
    logger.warn(
      { reason: answer.reason, detail: answer.detail },
      "a supplier's connection was tested and failed",
    );
    return { isWell: false, message: answer.movedTo ? movedMessage(answer.movedTo) : messageOf(answer) };
  }
  const { balance, currency } = answer;
  await keepBalance(db, supplier.id, answer, askedAt);
  const advice = answer.movedTo ? ` ${movedMessage(answer.movedTo)}` : "";
  return {
    isWell: true,
    balance,
    currency,
    message: `Connected. The balance is ${balance} ${currency}.${advice}`,
  };
}

function movedMessage(address: string): string {
  return `Its server sends calls on to ${address}. Orders are never sent through a redirect, so enter that address under Connection.`;
}

function messageOf({ reason, detail }: Extract<BalanceAnswer, { ok: false }>): string {
  switch (reason) {
    // Different messages would reveal which addresses and ports are open in the shop's network.
    case "unreachable":
    case "no_answer":
    case "unreadable":
      return "No panel answered at this address. Check it: it often ends with /api/v2. The log says what happened.";
    case "bad_key":
      return "The supplier refuses the key. Copy it from its account page and enter it again.";
    case "refused":
      return `The supplier refused: ${detail}`;
  }
}

import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { ProviderOptions } from "./protocol/open-provider";
import { type ConnectionTest, testConnection } from "./test-connection";

/** A person tests a supplier's address and key. It stands in the audit log, whatever it found. Throws not_found. */
export async function testSupplier(
  { db, provider }: { db: Database; provider: ProviderOptions },
  { supplierId, actor }: { supplierId: string; actor: Actor },
): Promise<ConnectionTest> {
  const supplier = await db.supplier.findUnique({ where: { id: supplierId } });
  if (!supplier) throw new AppError("not_found", { userMessage: "There is no such supplier." });
  const test = await testConnection(supplier, provider);
  await db.$transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: "supplier.tested",
      subjectType: "supplier",
      subjectId: supplierId,
      after: { isWell: test.isWell, message: test.message },
    }),
  );
  return test;
}

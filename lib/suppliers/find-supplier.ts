import type { Db } from "@/lib/db/client";
import { type ErrorRule, readErrorRules } from "./protocol/error-rules";
import { listSuppliers, type SupplierSummary } from "./queries";

/** A supplier with everything that can be set about it; of its key only whether there is one. */
export type SupplierDetails = SupplierSummary & {
  hasKey: boolean;
  ratePerSecond: number;
  maxConcurrent: number;
  evidenceField: string | null;
  evidenceWindowSeconds: number | null;
  errorRules: ErrorRule[];
};

/** A supplier as its page at the admin pages shows it; null when there is none. */
export async function findSupplier(db: Db, supplierId: string): Promise<SupplierDetails | null> {
  const row = await db.supplier.findUnique({
    where: { id: supplierId },
    select: {
      apiKeySealed: true,
      ratePerSecond: true,
      maxConcurrent: true,
      evidenceField: true,
      evidenceWindowSeconds: true,
      errorRules: true,
    },
  });
  const summary = (await listSuppliers(db)).find((supplier) => supplier.id === supplierId);
  if (!row || !summary) return null;
  const { apiKeySealed, errorRules, ...settable } = row;
  return { ...summary, ...settable, hasKey: apiKeySealed !== null, errorRules: readErrorRules(errorRules) };
}

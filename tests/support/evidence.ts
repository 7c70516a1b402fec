import type { EvidenceMode } from "@/lib/base/db/generated/enums";
import { resolveItem } from "@/lib/delivery/submit/resolve-item";
import type { TestDatabase } from "./database";
import { pointSuppliersAt } from "./panel";
import { submitOptions, submitting } from "./submitting";
import { startEvidenceSupplier } from "./suppliers";

type Evidence = { evidenceMode: EvidenceMode; evidenceField?: string; evidenceWindowSeconds?: number };

/** Suppliers that give evidence of what they executed, each for one test. Call it after useDatabase(). */
export function useEvidence(database: { readonly current: TestDatabase }) {
  const { makeDue } = submitting(database);
  return {
    /** One supplier with this kind of evidence; the shop's second supplier is switched off. */
    async startWith(evidence: Evidence, knownBy?: (form: URLSearchParams) => string | null) {
      const supplier = await startEvidenceSupplier(knownBy);
      await pointSuppliersAt(database.current, supplier.url);
      const { db } = database.current;
      const [first, second] = await db.supplier.findMany({ orderBy: { name: "asc" } });
      await db.supplier.update({ where: { id: first?.id }, data: { evidenceSince: null, ...evidence } });
      await db.supplier.update({ where: { id: second?.id }, data: { isActive: false } });
      return supplier;
    },
    async resolve(itemId: string) {
      await makeDue(itemId);
      await resolveItem(submitOptions(database.current), itemId);
    },
    /** Moves an item's calls into the past. */
    backdateCalls: (itemId: string, ms: number) =>
      database.current.db.$executeRaw`
        UPDATE supplier_calls SET started_at = started_at - ${ms}::int * interval '1 millisecond',
          ended_at = ended_at - ${ms}::int * interval '1 millisecond'
        WHERE item_id = ${itemId}::uuid`,
  };
}

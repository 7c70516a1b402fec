import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import { isUniqueViolation } from "@/lib/db/errors";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { seal } from "@/lib/secret-box";
import { type AddSupplierDeps, requireSafeAddress } from "./add-supplier";
import { evidenceModes } from "./evidence-modes";
import { resolveHoldAlerts } from "./health";
import type { SupplierChange } from "./schema";

/**
 * Changes a supplier's settings. A new key also ends a hold, because a refused key may have caused it; the audit log
 * never contains the key. A key is sent only to the server it was entered for, so a new server needs the key again.
 * Lost calls from before a change of address, key or evidence are left to an operator. Errors: not_found; invalid_input
 * for an unsafe address, an address without its key, or an evidence mode without the value it needs; conflict when the
 * name is taken.
 */
export async function updateSupplier(
  deps: AddSupplierDeps,
  { supplierId, change, ...deed }: Deed & { supplierId: string; change: SupplierChange },
): Promise<void> {
  const { apiKey, ...facts } = change;
  if (facts.apiUrl) requireSafeAddress(facts.apiUrl, deps.provider.reach);
  try {
    await deps.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM suppliers WHERE id = ${supplierId}::uuid FOR UPDATE`;
      const before = await tx.supplier.findUnique({ where: { id: supplierId } });
      if (!before) throw new AppError("not_found", { userMessage: "There is no such supplier." });
      const after = { ...before, ...facts };
      if (!apiKey && before.apiKeySealed && originOf(after.apiUrl) !== originOf(before.apiUrl)) {
        throw new AppError("invalid_input", { fieldErrors: { apiKey: keyAgain } });
      }
      const { needs } = evidenceModes[after.evidenceMode];
      if (needs && !after[needs]) {
        throw new AppError("invalid_input", {
          fieldErrors: { [needs]: "This kind of evidence needs a value here." },
        });
      }
      await tx.supplier.update({
        where: { id: supplierId },
        data: {
          ...facts,
          ...(apiKey && {
            apiKeySealed: seal(deps.provider.secret, apiKey),
            holdUntil: null,
            holdReason: null,
          }),
        },
      });
      if (apiKey) await resolveHoldAlerts(tx, supplierId);
      if (apiKey || evidenceFields.some((name) => after[name] !== before[name])) {
        // The update has locked the row, so a lease was either made before this point or sees the change.
        await tx.$executeRaw`
          UPDATE suppliers SET evidence_since = clock_timestamp(), spent = 0, spent_since = NULL
          WHERE id = ${supplierId}::uuid`;
      }
      await recordAudit(tx, {
        ...deed,
        action: "supplier.changed",
        subjectType: "supplier",
        subjectId: supplierId,
        before: Object.fromEntries(
          Object.keys(facts).map((name) => [name, plain(before[name as keyof typeof before])]),
        ),
        after: { ...facts, ...(apiKey && { apiKey: "changed" }) },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", { userMessage: "Another supplier already has that name." });
  }
}

// A call's evidence depends on these: another account, or another rule, proves nothing about it.
const evidenceFields = ["apiUrl", "evidenceMode", "evidenceField", "evidenceWindowSeconds"] as const;

const keyAgain =
  "This address belongs to another server. Enter the key again: the stored one is used only with the old address.";

function originOf(apiUrl: string | null): string | null {
  return apiUrl !== null && URL.canParse(apiUrl) ? new URL(apiUrl).origin : apiUrl;
}

/** For the audit log: decimals as text, error rules as they are stored. */
function plain(value: unknown): Prisma.InputJsonValue | null {
  if (typeof value === "number" || value === null) return value;
  return Array.isArray(value) ? (value as Prisma.InputJsonArray) : String(value);
}

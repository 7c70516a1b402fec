import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { seal } from "@/lib/secret-box";
import { isAllowedAddress, type ProviderOptions } from "./protocol/open-provider";
import type { Reach } from "./protocol/post-form";
import type { NewSupplier } from "./schema";

export type AddSupplierDeps = {
  db: Database;
  /** The API key is sealed under its secret and never shown again. */
  provider: Pick<ProviderOptions, "secret" | "reach">;
};

/**
 * Adds a supplier; nothing is sent to it until its services are imported and mapped. Returns its id. Errors:
 * invalid_input for an address that is not https; conflict when the name is taken.
 */
export async function addSupplier(
  deps: AddSupplierDeps,
  { supplier, ...deed }: Deed & { supplier: NewSupplier },
): Promise<string> {
  const access = supplier.kind === "panel_v2" ? panelAccess(supplier, deps) : {};
  const id = newId();
  try {
    await deps.db.$transaction(async (tx) => {
      await tx.supplier.create({ data: { id, name: supplier.name, kind: supplier.kind, ...access } });
      await recordAudit(tx, {
        ...deed,
        action: "supplier.added",
        subjectType: "supplier",
        subjectId: id,
        after: {
          name: supplier.name,
          kind: supplier.kind,
          ...(supplier.kind === "panel_v2" && { apiUrl: supplier.apiUrl }),
        },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", { userMessage: `There is already a supplier named ${supplier.name}.` });
  }
  return id;
}

function panelAccess(supplier: Extract<NewSupplier, { kind: "panel_v2" }>, deps: AddSupplierDeps) {
  requireSafeAddress(supplier.apiUrl, deps.provider.reach);
  return { apiUrl: supplier.apiUrl, apiKeySealed: seal(deps.provider.secret, supplier.apiKey) };
}

/** Refuses an address to which the API key would travel unencrypted. Throws invalid_input. */
export function requireSafeAddress(apiUrl: string, reach: Reach): void {
  if (isAllowedAddress(apiUrl, reach)) return;
  throw new AppError("invalid_input", {
    fieldErrors: { apiUrl: "Enter an address that begins with https://." },
  });
}

import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Tx } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import type { Prisma } from "@/lib/base/db/generated/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { databaseNow } from "@/lib/base/time/clock";
import { evidenceModeOf, evidenceModes } from "./evidence-modes";
import { resolveFailureAlert, resolveHoldAlerts } from "./health";
import { type ErrorRule, mostRules, withErrorRule } from "./protocol/error-rules";
import { isAllowedAddress, type ProviderOptions } from "./protocol/open-provider";
import type { Reach } from "./protocol/post-form";
import type { NewSupplier, SupplierChange } from "./supplier-forms";

type EditDeps = {
  db: Database;
  /** The API key is sealed under its secret and never shown again. */
  provider: Pick<ProviderOptions, "secret" | "reach">;
};

/**
 * Adds a supplier; nothing is sent to it until its services are imported and mapped. Returns its id. Errors:
 * invalid_input for an address that is not https; conflict when the name is taken.
 */
export async function addSupplier(
  deps: EditDeps,
  { supplier, ...audit }: AuditContext & { supplier: NewSupplier },
): Promise<string> {
  const { name, kind } = supplier;
  const id = newId();
  const access = kind === "panel_v2" ? panelAccess(id, supplier, deps) : null;
  try {
    await deps.db.$transaction(async (tx) => {
      await tx.supplier.create({ data: { id, name, kind, ...access } });
      await recordAudit(tx, audit, "supplier.added", ["supplier", id], {
        after: { name, kind, ...(access && { apiUrl: access.apiUrl }) },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(`There is already a supplier named ${name}.`);
  }
  return id;
}

function panelAccess(id: string, supplier: Extract<NewSupplier, { kind: "panel_v2" }>, deps: EditDeps) {
  requireSafeAddress(supplier.apiUrl, deps.provider.reach);
  const apiKeySealed = seal(deps.provider.secret, `supplier:${id}`, supplier.apiKey);
  return { apiUrl: supplier.apiUrl, apiKeySealed };
}

/** Refuses an address to which the API key would travel unencrypted. Throws invalid_input. */
function requireSafeAddress(apiUrl: string, reach: Reach): void {
  if (isAllowedAddress(apiUrl, reach)) return;
  throw new AppError("invalid_input", {
    fieldErrors: { apiUrl: "Enter an address that begins with https://." },
  });
}

/**
 * Changes a supplier's settings. A new key or address also ends a hold, because the old one may have caused it; the
 * audit log never contains the key. A key is sent only to the server it was entered for, so a new server needs the key
 * again. Lost calls from before a change of address, key or evidence are left to an operator. `onNewAccess` runs in the
 * same transaction, under the supplier's lock, when its address or key changes. Errors: not_found; invalid_input for an
 * unsafe address, an address without its key, or an evidence mode without the value it needs; conflict when the name is
 * taken.
 */
export async function updateSupplier(
  deps: EditDeps,
  { supplierId, change, ...audit }: AuditContext & { supplierId: string; change: SupplierChange },
  onNewAccess: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { apiKey, ...facts } = change;
  if (facts.apiUrl) requireSafeAddress(facts.apiUrl, deps.provider.reach);
  try {
    await deps.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM suppliers WHERE id = ${supplierId}::uuid FOR UPDATE`;
      const before = await tx.supplier.findUnique({ where: { id: supplierId } });
      if (!before) throw notFound("There is no such supplier.");
      const after = { ...before, ...facts };
      if (!apiKey && before.apiKeySealed && originOf(after.apiUrl) !== originOf(before.apiUrl)) {
        throw new AppError("invalid_input", { fieldErrors: { apiKey: keyAgain } });
      }
      const missing = evidenceModes[evidenceModeOf(after.evidenceMode)].needs.find((name) => !after[name]);
      if (missing) {
        throw new AppError("invalid_input", {
          fieldErrors: { [missing]: "This kind of evidence needs a value here." },
        });
      }
      const isNewAccess = Boolean(apiKey) || after.apiUrl !== before.apiUrl;
      if (before.kind === "panel_v2" && isNewAccess) await onNewAccess(tx);
      await tx.supplier.update({
        where: { id: supplierId },
        data: {
          ...facts,
          // Another panel may write numbers in another way.
          ...(after.apiUrl !== before.apiUrl && { numberNotation: null }),
          ...(apiKey && { apiKeySealed: seal(deps.provider.secret, `supplier:${supplierId}`, apiKey) }),
          ...(isNewAccess && { holdUntil: null, holdReason: null }),
        },
      });
      if (isNewAccess) await resolveHoldAlerts(tx, supplierId);
      if (apiKey || evidenceFields.some((name) => after[name] !== before[name])) {
        // The update has locked the row, so a lease was either made before this point or sees the change.
        await tx.$executeRaw`
          UPDATE suppliers SET evidence_since = clock_timestamp(), spent = 0, spent_since = NULL
          WHERE id = ${supplierId}::uuid`;
      }
      await recordAudit(tx, audit, "supplier.changed", ["supplier", supplierId], {
        before: Object.fromEntries(
          Object.keys(facts).map((name) => [name, plain(before[name as keyof typeof before])]),
        ),
        after: { ...facts, ...(apiKey && { apiKey: "changed" }) },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict("Another supplier already has that name.");
  }
}

// A call's evidence depends on these: another account, or another rule, proves nothing about it.
const evidenceFields = ["apiUrl", "evidenceMode", "evidenceField", "evidenceWindowSeconds"] as const;

const keyAgain =
  "This address belongs to another server. Enter the key again: the stored one is used only with the old address.";

function originOf(apiUrl: string | null): string | null {
  return apiUrl !== null && URL.canParse(apiUrl) ? new URL(apiUrl).origin : apiUrl;
}

/**
 * Makes a text that a supplier was seen to answer one of its own error texts, before the others. Errors: not_found;
 * conflict when it has as many as it may have.
 */
export async function addErrorRule(
  db: Database,
  { supplierId, rule, ...audit }: AuditContext & { supplierId: string; rule: ErrorRule },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM suppliers WHERE id = ${supplierId}::uuid FOR UPDATE`;
    const before = await tx.supplier.findUnique({ where: { id: supplierId } });
    if (!before) throw notFound("There is no such supplier.");
    const errorRules = withErrorRule(before.errorRules, rule) as Prisma.InputJsonArray;
    if (errorRules.length > mostRules) {
      throw conflict(`${before.name} has ${mostRules} texts of its own. Remove one on its page first.`);
    }
    await tx.supplier.update({ where: { id: supplierId }, data: { errorRules } });
    await recordAudit(tx, audit, "supplier.changed", ["supplier", supplierId], {
      before: { errorRules: plain(before.errorRules) },
      after: { errorRules },
    });
  });
}

/** For the audit log: decimals as text, error rules as they are stored. */
function plain(value: unknown): Prisma.InputJsonValue | null {
  if (typeof value === "number" || value === null) return value;
  return Array.isArray(value) ? (value as Prisma.InputJsonArray) : String(value);
}

/**
 * Stops sending to a supplier, or resumes, even before its hold or open breaker ends. Orders that it has accepted are
 * still polled. Idempotent. Throws not_found.
 */
export async function pauseSupplier(
  db: Database,
  { supplierId, isPaused, ...audit }: AuditContext & { supplierId: string; isPaused: boolean },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const before = await tx.supplier.findUnique({ where: { id: supplierId } });
    if (!before) throw notFound("There is no such supplier.");
    const isSentTo = before.isActive && before.holdUntil === null && before.failures === 0;
    if (isPaused ? !before.isActive : isSentTo) return;
    await tx.supplier.update({
      where: { id: supplierId },
      data: isPaused
        ? { isActive: false, pausedAt: databaseNow() }
        : { isActive: true, pausedAt: null, holdUntil: null, holdReason: null, failures: 0, openUntil: null },
    });
    if (!isPaused) {
      await resolveHoldAlerts(tx, supplierId);
      await resolveFailureAlert(tx, supplierId);
    }
    const action = isPaused ? "supplier.paused" : "supplier.resumed";
    await recordAudit(tx, audit, action, ["supplier", supplierId], {
      before: { isActive: before.isActive, holdReason: before.holdReason },
      after: { isActive: !isPaused },
    });
  });
}

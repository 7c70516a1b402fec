import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Tx } from "@/lib/base/db/client";
import type { AuditEntry } from "@/lib/base/db/generated/client";
import { secretKeys } from "@/lib/base/env/shop-secret";
import { lockChain, recordAudit, shopActor } from "./record-audit";

/** The action of a seal: an entry with an HMAC of the hash before it, which only a holder of SHOP_SECRET can make. */
export const sealAction = "audit.sealed";

const sealSchema = z.object({ seal: z.string() });

/** Whether a key of SHOP_SECRET made this seal. Then every entry before it is as it was when the shop sealed it. */
export function isOwnSeal(secret: string, entry: Pick<AuditEntry, "previous" | "after">): boolean {
  const seal = sealSchema.safeParse(entry.after).data?.seal;
  return secretKeys(secret).some((key) => sealOf(key, entry.previous) === seal);
}

/**
 * Seals all entries of the log under the first key of SHOP_SECRET, unless they are sealed so already. False, without a
 * new seal, when no key made the newest one: a new seal would vouch for entries that may have been changed.
 */
export async function sealAudit(tx: Tx, secret: string): Promise<boolean> {
  const last = await lockChain(tx);
  const newest = await tx.auditEntry.findFirst({ where: { action: sealAction }, orderBy: { id: "desc" } });
  if (newest && !isOwnSeal(secret, newest)) return false;
  const [key] = secretKeys(secret);
  const isSealed = newest !== null && newest.id === last?.id && isOwnSeal(key, newest);
  if (!isSealed) await addSeal(tx, secret);
  return true;
}

/**
 * Adds a seal under the first key of SHOP_SECRET, also after one that no key made. Does nothing while there is no
 * entry.
 */
export async function addSeal(tx: Tx, secret: string): Promise<void> {
  const last = await lockChain(tx);
  if (last === null) return;
  const [key] = secretKeys(secret);
  await recordAudit(tx, { actor: shopActor }, sealAction, ["audit", "log"], {
    after: { seal: sealOf(key, last.hash) },
  });
}

export const foreignSealMessage =
  "No key of SHOP_SECRET made the audit log's newest seal. If a key was removed without `npm run ops -- reseal`, put it " +
  'back behind the first one. If it is gone for good, accept the log with: npm run ops -- accept-audit --reason "…". ' +
  "Otherwise the database was changed outside the shop: check who has access to it, and compare the log with a backup: " +
  "npm run ops -- audit <backup>.";

function sealOf(key: string, hash: string): string {
  return createHmac("sha256", `audit-seal:${key}`).update(hash).digest("hex");
}

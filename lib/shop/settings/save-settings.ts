import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Actor, type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db, Tx } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { sniffBytes, sniffImage } from "@/lib/base/files/sniff-image";
import { databaseNow } from "@/lib/base/time/clock";
import { limitedOffer, minEvidenceLength } from "./claim-rules";
import { settingsByName } from "./declared-settings";
import { loadSettings, type SiteSettings } from "./site-settings";

/** These are changed one claim at a time (saveClaim). */
type ClaimSetting = "claims" | "claimEvidence" | "limitedOfferEndsAt";

/** A change of settings; absent ones stay. */
export type SettingsChange = Partial<Omit<SiteSettings, ClaimSetting>>;
type ChangedName = keyof SettingsChange;

/**
 * Saves the settings that differ, with their old and new values in the audit log; pages are revalidated at once. Returns
 * the changed names; without any, nothing is written.
 */
export async function saveSettings(
  db: Database,
  { change, ...audit }: AuditContext & { change: SettingsChange },
): Promise<ChangedName[]> {
  return db.$transaction(async (tx) => {
    // Serialises changes, so that the second audit entry has the first one's values as its old ones.
    await tx.$executeRaw`LOCK TABLE site_settings IN SHARE ROW EXCLUSIVE MODE`;
    const held = await loadSettings(tx);
    const names = (Object.keys(change) as ChangedName[]).filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(held[name], change[name]),
    );
    if (names.length === 0) return [];
    await write(tx, Object.fromEntries(names.map((name) => [name, change[name]])));
    await recordAudit(tx, audit, "settings.changed", ["settings", "site"], {
      before: Object.fromEntries(names.map((name) => [name, loggable(name, held[name])])),
      after: Object.fromEntries(names.map((name) => [name, loggable(name, change[name])])),
    });
    return names;
  });
}

async function write(tx: Tx, values: Record<string, unknown>): Promise<void> {
  for (const [key, stored] of Object.entries(values)) {
    const value = stored as Prisma.InputJsonValue;
    await tx.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
  }
}

const secrets = new Set(settingsByName.flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])));

/** The value as the audit log may contain it: of a secret, only whether there is one. */
function loggable(name: ChangedName, value: unknown): Prisma.InputJsonValue {
  if (secrets.has(name)) return value ? "set" : "";
  return value as Prisma.InputJsonValue;
}

const largestLogo = 64 * 1024;

/**
 * Shows the picture as the shop's logo. SVG is refused, because it is a document that can hold scripts. Errors:
 * invalid_input for another type, an empty file or more than 64 KB.
 */
export async function saveLogo(db: Database, bytes: Buffer, audit: AuditContext): Promise<void> {
  if (bytes.length > largestLogo) throw refusal("The logo may have at most 64 KB.");
  const type = sniffImage(bytes.subarray(0, sniffBytes));
  if (type !== "image/png" && type !== "image/webp")
    throw refusal("Choose a PNG or WebP picture. SVG is not accepted, because it can contain scripts.");
  const hash = createHash("sha256").update(bytes).digest("hex");
  await db.logo.createMany({ data: [{ hash, type, bytes: Uint8Array.from(bytes) }], skipDuplicates: true });
  await saveSettings(db, { change: { logo: hash }, ...audit });
}

/** A stored logo by its hash. */
export async function findLogo(db: Db, hash: string): Promise<{ type: string; bytes: Uint8Array } | null> {
  return db.logo.findUnique({ where: { hash }, select: { type: true, bytes: true } });
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { fieldErrors: { logo: message } });
}

type ClaimChange = {
  /** Of lib/shop/settings/claims.ts. */
  name: string;
  isShown: boolean;
  /** How it can be proven. */
  evidence: string;
  /** The end of the limited offer, or empty; no other claim has one. */
  endsAt?: string | undefined;
};

/**
 * Switches a claim on or off, and stores how it can be proven, who stated that, and when. Returns false when nothing
 * has changed. Errors: invalid_input by field, when a live shop would show it without evidence, or an offer without an
 * end to come.
 */
export async function saveClaim(
  db: Database,
  { change, actor, isLive }: { change: ClaimChange; actor: Actor; isLive: boolean },
): Promise<boolean> {
  const { name, isShown, evidence } = change;
  const isOffer = name === limitedOffer;
  const endsAt = isOffer ? (change.endsAt ?? "") : "";
  const fieldErrors = {
    ...(isLive &&
      isShown &&
      evidence.length < minEvidenceLength && {
        evidence: `Say how it can be proven, in at least ${minEvidenceLength} characters.`,
      }),
    ...(isOffer && isShown && endProblem(endsAt, isLive)),
  };
  if (Object.keys(fieldErrors).length > 0) throw new AppError("invalid_input", { fieldErrors });
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE site_settings IN SHARE ROW EXCLUSIVE MODE`;
    const { claims, claimEvidence, limitedOfferEndsAt } = await loadSettings(tx);
    const held = claimEvidence[name];
    const end = isOffer ? { endsAt: limitedOfferEndsAt } : {};
    const before = { isShown: claims[name] !== false, evidence: held?.text ?? "", ...end };
    const after = { isShown, evidence, ...(isOffer && { endsAt }) };
    if (JSON.stringify(before) === JSON.stringify(after)) return false;

    const { [name]: _replaced, ...others } = claimEvidence;
    const stated = { text: evidence, by: actor.email, at: databaseNow().toISOString() };
    const own = evidence === held?.text ? held : stated;
    const values = {
      claims: { ...claims, [name]: isShown },
      claimEvidence: evidence === "" ? others : { ...others, [name]: own },
      ...(isOffer && { limitedOfferEndsAt: endsAt }),
    };
    await write(tx, values);
    await recordAudit(tx, { actor }, "claim.changed", ["claim", name], { before, after });
    return true;
  });
}

function endProblem(endsAt: string, isLive: boolean): { endsAt?: string } {
  if (endsAt === "") return isLive ? { endsAt: "Say when the offer ends." } : {};
  return new Date(endsAt) <= databaseNow()
    ? { endsAt: "This time has passed. Enter one in the future." }
    : {};
}

import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { limitedOffer, shortestEvidence } from "./claim-rules";
import { loadSettings } from "./site-settings";

export type ClaimChange = {
  /** Of lib/content/claims.ts. */
  name: string;
  isShown: boolean;
  /** How it can be proven. */
  evidence: string;
  /** The end of the limited offer, or empty; no other claim has one. */
  endsAt?: string | undefined;
};

/**
 * Switches a claim on or off, and keeps how it can be proven, by whom and when. Returns false when nothing has changed.
 * Errors: invalid_input by field, when a live shop would show it without evidence, or an offer without an end to come.
 */
export async function saveClaim(
  db: Database,
  { change, actor, isLive }: { change: ClaimChange; actor: Actor; isLive: boolean },
): Promise<boolean> {
  const { name, isShown, evidence } = change;
  const endsAt = name === limitedOffer ? (change.endsAt ?? "") : "";
  const fieldErrors = {
    ...(isLive &&
      isShown &&
      evidence.length < shortestEvidence && {
        evidence: `Say how it can be proven, in at least ${shortestEvidence} characters.`,
      }),
    ...(name === limitedOffer && isShown && endProblem(endsAt, isLive)),
  };
  if (Object.keys(fieldErrors).length > 0) throw new AppError("invalid_input", { fieldErrors });
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE site_settings IN SHARE ROW EXCLUSIVE MODE`;
    const { claims, claimEvidence, limitedOfferEndsAt } = await loadSettings(tx);
    const held = claimEvidence[name];
    const end = name === limitedOffer ? { endsAt: limitedOfferEndsAt } : {};
    const before = { isShown: claims[name] !== false, evidence: held?.text ?? "", ...end };
    const after = { isShown, evidence, ...(name === limitedOffer && { endsAt }) };
    if (JSON.stringify(before) === JSON.stringify(after)) return false;

    const { [name]: _replaced, ...others } = claimEvidence;
    const stated = { text: evidence, by: actor.email, at: databaseNow().toISOString() };
    const own = evidence === held?.text ? held : stated;
    const values = {
      claims: { ...claims, [name]: isShown },
      claimEvidence: evidence === "" ? others : { ...others, [name]: own },
      ...(name === limitedOffer && { limitedOfferEndsAt: endsAt }),
    };
    for (const [key, value] of Object.entries(values))
      await tx.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
    await recordAudit(tx, {
      actor,
      action: "claim.changed",
      subjectType: "claim",
      subjectId: name,
      before,
      after,
    });
    return true;
  });
}

function endProblem(endsAt: string, isLive: boolean): { endsAt?: string } {
  if (endsAt === "") return isLive ? { endsAt: "Say when the offer ends." } : {};
  return new Date(endsAt) <= databaseNow()
    ? { endsAt: "This time has passed. Enter one in the future." }
    : {};
}

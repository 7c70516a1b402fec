import { shopActor } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { hasCode } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { reorderMappings } from "@/lib/delivery/suppliers/map-service";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { proposalText } from "./describe-record";
import { loadScorecard, type ServiceRecord } from "./load-scorecard";
import { isClear, proposeRanking } from "./propose-ranking";

/** The period that the shop itself decides by, in days. */
const preferenceDays = 30;

/**
 * Where the settings say so, puts the best supplier's service first for each of our services, if every one that can be
 * asked has enough deliveries and the best is clearly better. Each change is audited and raises an alert. A preference
 * that was changed meanwhile is left until the next day. Returns the changed services' ids.
 */
export async function preferBestSupplier(db: Database): Promise<number[]> {
  if ((await loadSettings(db)).preferenceBy !== "scorecard") return [];
  const changed: number[] = [];
  for (const records of byService(await loadScorecard(db, preferenceDays))) {
    const proposal = proposeRanking(records);
    if (!proposal || !isClear(proposal)) continue;
    const { mappingIds, best } = proposal;
    const { smmServiceId, ours } = best;
    const reason = proposalText(proposal);
    try {
      await reorderMappings(db, { smmServiceId, mappingIds, actor: shopActor, reason });
    } catch (error) {
      if (!hasCode(error, "conflict")) throw error;
      logger.info({ smmServiceId }, "the suppliers of a service were changed meanwhile; their order stays");
      continue;
    }
    changed.push(smmServiceId);
    const key = `preference:${smmServiceId}`;
    // Each change is an alert of its own, with its mail.
    await resolveAlert(db, key);
    const message =
      `${ours} now goes to another supplier first. ${reason} Look at the scorecard; to decide yourself again, change ` +
      "the order under Who delivers and the setting under Delivery.";
    await raiseAlert(db, { key, kind: "preference", message });
  }
  return changed;
}

/** The records of each of our services, in the order in which its suppliers are asked. */
export function byService(records: ServiceRecord[]): ServiceRecord[][] {
  const ids = new Set(records.map(({ smmServiceId }) => smmServiceId));
  return [...ids].map((id) => records.filter(({ smmServiceId }) => smmServiceId === id));
}

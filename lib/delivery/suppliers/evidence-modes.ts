import type { EvidenceMode as StoredMode } from "@/lib/base/db/generated/enums";

export type EvidenceMode = Exclude<StoredMode, "balance">;

type EvidenceRules = {
  label: string;
  /** The supplier's settings without which the mode can't be chosen. */
  needs: ("evidenceField" | "evidenceWindowSeconds")[];
};

/** How the shop can find out whether a supplier executed a call whose answer was lost. */
export const evidenceModes: Record<EvidenceMode, EvidenceRules> = {
  none: { label: "No evidence: manual review", needs: [] },
  request_id: {
    label: "A request id is accepted only once",
    needs: ["evidenceField", "evidenceWindowSeconds"],
  },
  dedupe_window: {
    label: "A repeated request within a time window gives the same order",
    needs: ["evidenceWindowSeconds"],
  },
};

/** For how long a supplier is trusted to know a request id if its row says nothing. */
export const usualIdSeconds = 86_400;

/** The mode of a supplier's row. The previous release also writes `balance`, but a balance is no evidence. */
export function evidenceModeOf(stored: StoredMode): EvidenceMode {
  return stored === "balance" ? "none" : stored;
}

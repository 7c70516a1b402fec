import type { EvidenceMode } from "@/lib/db/generated/enums";

type EvidenceRules = {
  /** The label for operators. */
  label: string;
  /** The supplier's setting without which the mode can't be chosen. */
  needs?: "evidenceField" | "evidenceWindowSeconds";
  /** One call at a time, and none while a lost one is not explained: another call would make its evidence unclear. */
  isSerial?: true;
};

/** How the shop can find out whether a supplier executed a call whose answer was lost. */
export const evidenceModes: Record<EvidenceMode, EvidenceRules> = {
  none: { label: "No evidence: manual review" },
  request_id: { label: "A request id is accepted only once", needs: "evidenceField" },
  dedupe_window: {
    label: "A repeated request within a time window gives the same order",
    needs: "evidenceWindowSeconds",
  },
  balance: { label: "The balance before and after, one call at a time", isSerial: true },
};

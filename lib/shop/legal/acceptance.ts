import { z } from "zod";
import { acceptedKinds } from "./kinds";

const version = z.number().int().min(1);
const versions = z.object({ terms: version, privacy: version, refunds: version });

/** A payment page sends its versions, the key of its line (consentLineKey), and whether its box was ticked. */
export const sentAcceptanceSchema = versions.extend({
  line: z.string().max(64).optional(),
  isTicked: z.boolean().optional(),
});
export type SentAcceptance = z.infer<typeof sentAcceptanceSchema>;

const acceptanceSchema = z.object({
  /** ISO 8601, the database's time. */
  at: z.string(),
  /** The buyer's first language, as the browser names it. */
  locale: z.string(),
  versions,
  /** The text beside the button, in plain text. */
  statement: z.string(),
  /** True when the shop required a tick and the buyer gave it. */
  isTicked: z.boolean(),
  /** The shop's name in the texts. */
  shop: z.object({ name: z.string(), supportEmail: z.string() }),
});

/** The terms that an order's buyer agreed to, and when. Stored with the order and never changed after its payment. */
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** A stored acceptance; null for an order of a release that stored none. */
export function readAcceptance(stored: unknown): Acceptance | null {
  return acceptanceSchema.safeParse(stored).data ?? null;
}

/** The accepted texts with their versions, in the order of the list. */
export function acceptedVersions({ versions }: Acceptance) {
  return acceptedKinds.map((kind) => ({ kind, version: versions[kind] }));
}

import { z } from "zod";
import { EvidenceMode } from "@/lib/base/db/generated/enums";
import { jsonText } from "@/lib/base/text/json-text";
import { errorRulesSchema } from "./protocol/error-rules";

const name = z.string().trim().min(1, "Enter a name.").max(80);
const apiUrl = z.url({ protocol: /^https?$/, error: "Enter the address of the supplier's API." }).max(500);
const apiKey = z.string().trim().min(8, "Enter the API key.").max(500);

export const newSupplierSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("panel_v2"), name, apiUrl, apiKey }),
  z.object({ kind: z.literal("manual"), name }),
]);
export type NewSupplier = z.infer<typeof newSupplierSchema>;

const decimal = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,7})?$/, "Enter an amount such as 20 or 20.50.");

/** A change of a supplier; absent fields stay as they are. */
const supplierChangeSchema = z
  .object({
    name,
    apiUrl,
    apiKey,
    lowBalance: decimal,
    ratePerSecond: z.coerce.number().int().min(1).max(10_000),
    maxConcurrent: z.coerce.number().int().min(1).max(1_000),
    evidenceMode: z.enum(EvidenceMode).exclude(["balance"]),
    evidenceField: z
      .string()
      .trim()
      .regex(/^[a-z_]{1,40}$/, "Enter the field's name: small letters and underscores."),
    evidenceWindowSeconds: z.coerce.number().int().min(1).max(86_400),
    errorRules: errorRulesSchema,
  })
  .partial();
export type SupplierChange = z.infer<typeof supplierChangeSchema>;

/** An admin form with some of a supplier's settings; empty fields stay as they are. */
export const supplierFormSchema = z.preprocess(
  (form) =>
    typeof form === "object" && form !== null
      ? Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ""))
      : form,
  supplierChangeSchema.extend({
    errorRules: z
      .string()
      .max(20_000)
      .pipe(jsonText("Reload the page and enter the rules again."))
      .pipe(errorRulesSchema)
      .optional(),
  }),
);

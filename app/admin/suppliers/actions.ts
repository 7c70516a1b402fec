"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { supplierDeps } from "@/app/_server/runtime";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { addErrorRule, addSupplier, pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { describeLost, importServices } from "@/lib/delivery/suppliers/import-services";
import { mapInput, mapService, reorderMappings, unmapService } from "@/lib/delivery/suppliers/map-service";
import { errorRuleSchema } from "@/lib/delivery/suppliers/protocol/error-rules";
import { askBalances, describeAsked } from "@/lib/delivery/suppliers/refresh-balances";
import { newSupplierSchema, supplierFormSchema } from "@/lib/delivery/suppliers/supplier-forms";
import { testSupplier } from "@/lib/delivery/suppliers/test-supplier";

const supplierId = z.uuid();

export const addSupplierAction = freshAdminAction(
  "suppliers.change",
  newSupplierSchema.and(withReason),
  async ({ reason, ...supplier }, actor) => {
    await addSupplier(supplierDeps(), { supplier, actor, reason });
    return `${supplier.name} is added. Import its services next.`;
  },
);

// Empty until it is chosen; forms of other topics and the previous release's pages don't send it.
const accountSchema = z
  .enum(["", "same", "other"])
  .optional()
  .transform((account) => account || undefined);

export const updateSupplierAction = freshAdminAction(
  "suppliers.change",
  supplierFormSchema.and(withReason.extend({ supplierId, account: accountSchema })),
  async (input, actor) => {
    const { supplierId, account, reason, ...change } = input;
    await changeSupplier(supplierDeps(), { supplierId, change, account, actor, reason });
    return "Saved. It applies to the next order that is sent.";
  },
);

const errorRuleFormSchema = errorRuleSchema.and(withReason.extend({ supplierId }));

/** Explains an answer that was seen at an item. */
export const addErrorRuleAction = freshAdminAction(
  "suppliers.change",
  errorRuleFormSchema,
  async ({ supplierId: id, pattern, code, reason }, actor) => {
    await addErrorRule(getDb(), { supplierId: id, rule: { pattern, code }, actor, reason });
    return "Saved for the supplier's next answers. This item stays as it is: decide it here.";
  },
);

const pauseSchema = withReason.extend({ supplierId, isPaused: z.stringbool() });

export const pauseSupplierAction = adminAction("suppliers.operate", pauseSchema, async (input, actor) => {
  await pauseSupplier(getDb(), { ...input, actor });
  return input.isPaused ? "Paused. Nothing more is sent to it." : "Resumed. Orders are sent to it again.";
});

const stopSchema = withReason.extend({
  supplierIds: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(supplierId).max(100)),
});

/** Pauses the suppliers of what none of them can take, so that it goes off sale. */
export const stopSellingAction = adminAction(
  "suppliers.operate",
  stopSchema,
  async ({ supplierIds, reason }, actor) => {
    for (const id of supplierIds)
      await pauseSupplier(getDb(), { supplierId: id, isPaused: true, reason, actor });
    return "Not on sale any more. Resume a supplier to sell it again.";
  },
);

export const testConnectionAction = adminAction(
  "suppliers.operate",
  z.object({ supplierId }),
  (input, actor) => testSupplier(supplierDeps(), { ...input, actor }),
);

export const refreshBalancesAction = adminAction("suppliers.operate", z.object({}), async (_, actor) => {
  return describeAsked(await askBalances(supplierDeps(), { actor }));
});

const importSchema = withReason.extend({ supplierId });

export const importServicesAction = adminAction("mappings.change", importSchema, async (input, actor) => {
  const found = await importServices(supplierDeps(), { ...input, actor });
  return `${found.listed} listed, ${found.added} new, ${found.changed} changed.${describeLost(found)}`;
});

const mapSchema = withReason.extend(mapInput.shape);

export const mapServiceAction = freshAdminAction("mappings.change", mapSchema, async (input, actor) => {
  return (await mapService(getDb(), { ...input, actor }))
    ? "Mapped. It comes after the suppliers that were mapped before."
    : "Mapped. It has the place that it had before: see Who delivers.";
});

const unmapSchema = withReason.extend({ mappingId: z.uuid() });

export const unmapServiceAction = freshAdminAction("mappings.change", unmapSchema, async (input, actor) => {
  await unmapService(getDb(), { ...input, actor });
  return "Switched off. Orders that the supplier already has are still tracked.";
});

const reorderSchema = withReason.extend({
  smmServiceId: z.coerce.number().int().positive(),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).max(100)),
});

export const reorderMappingsAction = freshAdminAction(
  "mappings.change",
  reorderSchema,
  async (input, actor) => {
    const { ids: mappingIds, smmServiceId, reason } = input;
    await reorderMappings(getDb(), { smmServiceId, mappingIds, actor, reason });
    return "Saved. The first supplier is tried first.";
  },
);

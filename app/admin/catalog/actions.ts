"use server";

import { z } from "zod";
import { freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { surfaces } from "@/lib/shop/catalog/catalog";
import {
  addOnChangeSchema,
  newAddOnSchema,
  newPackageSchema,
  packageChangeSchema,
  serviceChangeSchema,
} from "@/lib/shop/catalog/catalog-forms";
import { createAddOn, createPackage } from "@/lib/shop/catalog/create-entries";
import { serviceTypes } from "@/lib/shop/catalog/platforms";
import { reorderEntries } from "@/lib/shop/catalog/reorder-entries";
import { updateAddOn, updatePackage, updateSmmService } from "@/lib/shop/catalog/update-entries";

const saved = "Saved. The public pages show it at once.";
const catalogId = z.string().max(80);

/** The shop's packages and prices decide what buyers pay, so every change needs a recent re-authentication. */
const catalogAction = <Schema extends z.ZodType>(
  schema: Schema,
  handler: Parameters<typeof freshAdminAction<Schema>>[2],
) => freshAdminAction("catalogue.change", schema, handler);

const packageSchema = packageChangeSchema.and(withReason.extend({ packageId: catalogId }));

export const updatePackageAction = catalogAction(packageSchema, async (input, actor) => {
  const { packageId, reason, ...change } = input;
  await updatePackage(getDb(), { packageId, change, actor, reason });
  return saved;
});

export const createPackageAction = catalogAction(newPackageSchema.and(withReason), async (input, actor) => {
  const { reason, ...entry } = input;
  await createPackage(getDb(), { entry, actor, reason });
  return "The package is on sale.";
});

const addOnSchema = addOnChangeSchema.and(withReason.extend({ addOnId: catalogId }));

export const updateAddOnAction = catalogAction(addOnSchema, async (input, actor) => {
  const { addOnId, reason, ...change } = input;
  await updateAddOn(getDb(), { addOnId, change, actor, reason });
  return saved;
});

export const createAddOnAction = catalogAction(newAddOnSchema.and(withReason), async (input, actor) => {
  const { reason, ...entry } = input;
  await createAddOn(getDb(), { entry, actor, reason });
  return "The add-on is on sale.";
});

const reorderSchema = withReason.extend({
  service: z.enum(serviceTypes),
  surface: z.enum(surfaces).optional(),
  ids: z
    .string()
    .max(4_000)
    .transform((text) => text.split(",")),
});

export const reorderEntriesAction = catalogAction(reorderSchema, async (input, actor) => {
  const { service, surface, ids, reason } = input;
  await reorderEntries(getDb(), { group: { service, ...(surface && { surface }) }, ids, actor, reason });
  return saved;
});

const serviceSchema = serviceChangeSchema.and(withReason.extend({ serviceId: z.coerce.number().int() }));

export const updateServiceAction = catalogAction(serviceSchema, async (input, actor) => {
  const { serviceId, reason, ...change } = input;
  await updateSmmService(getDb(), { serviceId, change, actor, reason });
  return saved;
});

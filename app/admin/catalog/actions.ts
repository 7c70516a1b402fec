"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runMoneyAction } from "@/app/_server/run-money-action";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { surfaces } from "@/lib/catalog/catalog";
import { createAddOn, createPackage } from "@/lib/catalog/create-entries";
import { reorderEntries } from "@/lib/catalog/reorder-entries";
import {
  addOnChangeSchema,
  newAddOnSchema,
  newPackageSchema,
  packageChangeSchema,
  serviceChangeSchema,
} from "@/lib/catalog/schema";
import { updateAddOn, updatePackage, updateSmmService } from "@/lib/catalog/update-entries";
import { getDb } from "@/lib/db/client";
import { serviceTypes } from "@/lib/platforms";

// What the shop sells and for how much is money: every change here wants a fresh proof.
type Previous = AdminResult | null;

const saved = { message: "Saved. The public pages follow at once." };
const withReason = z.object({ reason: reasonSchema });
const catalogId = z.string().max(80);

const updatePackageSchema = packageChangeSchema.and(withReason.extend({ packageId: catalogId }));

export async function updatePackageAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(updatePackageSchema, form, async (input, { user: actor }) => {
    const { packageId, reason, ...change } = input;
    await updatePackage(getDb(), { packageId, change, actor, reason });
    return saved;
  });
  if (result.ok) refresh();
  return result;
}

export async function createPackageAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const schema = newPackageSchema.and(withReason);
  const result = await runMoneyAction(schema, form, async ({ reason, ...entry }, { user: actor }) => {
    await createPackage(getDb(), { entry, actor, reason });
    return { message: "The package is on sale." };
  });
  if (result.ok) refresh();
  return result;
}

const updateAddOnSchema = addOnChangeSchema.and(withReason.extend({ addOnId: catalogId }));

export async function updateAddOnAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(updateAddOnSchema, form, async (input, { user: actor }) => {
    const { addOnId, reason, ...change } = input;
    await updateAddOn(getDb(), { addOnId, change, actor, reason });
    return saved;
  });
  if (result.ok) refresh();
  return result;
}

export async function createAddOnAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const schema = newAddOnSchema.and(withReason);
  const result = await runMoneyAction(schema, form, async ({ reason, ...entry }, { user: actor }) => {
    await createAddOn(getDb(), { entry, actor, reason });
    return { message: "The add-on is on sale." };
  });
  if (result.ok) refresh();
  return result;
}

const reorderSchema = withReason.extend({
  service: z.enum(serviceTypes),
  surface: z.enum(surfaces).optional(),
  ids: z
    .string()
    .max(4_000)
    .transform((text) => text.split(",")),
});

export async function reorderEntriesAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(reorderSchema, form, async (input, { user: actor }) => {
    const { service, surface, ids, reason } = input;
    await reorderEntries(getDb(), { group: { service, ...(surface && { surface }) }, ids, actor, reason });
    return saved;
  });
  if (result.ok) refresh();
  return result;
}

const updateServiceSchema = serviceChangeSchema.and(
  withReason.extend({ serviceId: z.coerce.number().int() }),
);

export async function updateServiceAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(updateServiceSchema, form, async (input, { user: actor }) => {
    const { serviceId, reason, ...change } = input;
    await updateSmmService(getDb(), { serviceId, change, actor, reason });
    return saved;
  });
  if (result.ok) refresh();
  return result;
}

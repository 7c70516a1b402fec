"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import { supplierOptions } from "@/app/_server/runtime";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { addSupplier } from "@/lib/suppliers/add-supplier";
import { importServices } from "@/lib/suppliers/import-services";
import { mapService } from "@/lib/suppliers/map-service";
import { pauseSupplier } from "@/lib/suppliers/pause-supplier";
import { askBalances, describeAsked } from "@/lib/suppliers/refresh-balances";
import { reorderMappings } from "@/lib/suppliers/reorder-mappings";
import { newSupplierSchema, supplierFormSchema } from "@/lib/suppliers/schema";
import { testSupplier } from "@/lib/suppliers/test-supplier";
import { unmapService } from "@/lib/suppliers/unmap-service";
import { updateSupplier } from "@/lib/suppliers/update-supplier";

type Previous = AdminResult | null;

const withReason = z.object({ reason: reasonSchema });
const supplierId = z.uuid();

export async function addSupplierAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const schema = z.intersection(newSupplierSchema, withReason);
  const result = await runMoneyAction(schema, form, async ({ reason, ...supplier }, { user: actor }) => {
    await addSupplier({ db: getDb(), provider: supplierOptions() }, { supplier, actor, reason });
    return { message: `${supplier.name} is added. Import its services next.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function updateSupplierAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const schema = z.intersection(supplierFormSchema, withReason.extend({ supplierId }));
  const result = await runMoneyAction(schema, form, async (input, { user: actor }) => {
    const { supplierId, reason, ...change } = input;
    await updateSupplier({ db: getDb(), provider: supplierOptions() }, { supplierId, change, actor, reason });
    return { message: "Saved. It holds for the next order that is sent." };
  });
  if (result.ok) refresh();
  return result;
}

const pauseSchema = withReason.extend({ supplierId, isPaused: z.stringbool() });

export async function pauseSupplierAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", pauseSchema, form, async (input, { user: actor }) => {
    await pauseSupplier(getDb(), { ...input, actor });
    return { message: input.isPaused ? "Paused. Nothing more is sent to it." : "Resumed." };
  });
  if (result.ok) refresh();
  return result;
}

export async function testConnectionAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return runAction("admin", z.object({ supplierId }), form, async (input, { user: actor }) => {
    const test = await testSupplier({ db: getDb(), provider: supplierOptions() }, { ...input, actor });
    if (!test.isWell) throw new AppError("upstream_failed", { userMessage: test.message });
    return { message: test.message };
  });
}

export async function refreshBalancesAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", z.object({}), form, async (_, { user: actor }) => {
    const supportEmail = getEnv().SHOP_SUPPORT_EMAIL;
    const deps = { db: getDb(), provider: supplierOptions(), supportEmail };
    return { message: describeAsked(await askBalances(deps, { actor })) };
  });
  if (result.ok) refresh();
  return result;
}

const importSchema = withReason.extend({ supplierId });

export async function importServicesAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", importSchema, form, async (input, { user: actor }) => {
    const deps = { db: getDb(), provider: supplierOptions() };
    const { listed, added, changed, gone } = await importServices(deps, { ...input, actor });
    const lost = gone.length > 0 ? ` Mapped, but no longer listed: ${gone.join("; ")}.` : "";
    return { message: `${listed} listed, ${added} new, ${changed} changed.${lost}` };
  });
  if (result.ok) refresh();
  return result;
}

const mapSchema = withReason.extend({
  smmServiceId: z.coerce.number().int().positive(),
  supplierServiceId: z.uuid(),
});

export async function mapServiceAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(mapSchema, form, async (input, { user: actor }) => {
    await mapService(getDb(), { ...input, actor });
    return { message: "Mapped. It is asked after those that were mapped before." };
  });
  if (result.ok) refresh();
  return result;
}

const unmapSchema = withReason.extend({ mappingId: z.uuid() });

export async function unmapServiceAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(unmapSchema, form, async (input, { user: actor }) => {
    await unmapService(getDb(), { ...input, actor });
    return { message: "Switched off. Orders that it has are followed all the same." };
  });
  if (result.ok) refresh();
  return result;
}

const reorderSchema = withReason.extend({
  smmServiceId: z.coerce.number().int().positive(),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).max(100)),
});

export async function reorderMappingsAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(reorderSchema, form, async (input, { user: actor }) => {
    const { ids: mappingIds, smmServiceId, reason } = input;
    await reorderMappings(getDb(), { smmServiceId, mappingIds, actor, reason });
    return { message: "Saved. The first is asked first." };
  });
  if (result.ok) refresh();
  return result;
}

"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import type { AdminResult } from "@/components/admin/action-form";
import { newBlockSchema } from "@/lib/abuse/block-schema";
import { addBlock, removeBlock } from "@/lib/abuse/blocks";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";

type Previous = AdminResult | null;

const addSchema = newBlockSchema.and(z.object({ reason: reasonSchema }));
const removeSchema = z.object({ id: z.uuid(), reason: reasonSchema });

export async function addBlockAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", addSchema, form, async ({ reason, ...block }, { user: actor }) => {
    await addBlock(getDb(), { block, actor, reason });
    return { message: `${block.value} is blocked from now on. Orders that are paid already go on.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function removeBlockAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", removeSchema, form, async (input, { user: actor }) => {
    await removeBlock(getDb(), { ...input, actor });
    return { message: "Removed. They can order again." };
  });
  if (result.ok) refresh();
  return result;
}

"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { newBlockSchema } from "@/lib/people/abuse/block-schema";
import { addBlock, removeBlock } from "@/lib/people/abuse/blocks";

const addSchema = newBlockSchema.and(withReason);
const removeSchema = withReason.extend({ id: z.uuid() });

export const addBlockAction = adminAction("blocks.change", addSchema, async ({ reason, ...block }, actor) => {
  await addBlock(getDb(), { block, actor, reason });
  return `${block.value} is blocked from now on. Paid orders continue.`;
});

export const removeBlockAction = freshAdminAction("blocks.change", removeSchema, async (input, actor) => {
  await removeBlock(getDb(), { ...input, actor });
  return "Removed. Orders are accepted again.";
});

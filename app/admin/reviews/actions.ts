"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { type HidingReason, hidingReasons } from "@/lib/people/reviews/review-rules";
import { hideReview } from "@/lib/people/reviews/reviews";

const reviewSchema = withReason.extend({ orderId: z.uuid() });
const hideSchema = reviewSchema.extend({
  hiddenReason: z.enum(Object.keys(hidingReasons) as [HidingReason, ...HidingReason[]]),
});

export const hideReviewAction = adminAction("reviews.change", hideSchema, async (input, actor) => {
  await hideReview(getDb(), { ...input, actor });
  return "It will be hidden within a minute. The reviews page counts it among the hidden ones.";
});

export const showReviewAction = adminAction("reviews.change", reviewSchema, async (input, actor) => {
  await hideReview(getDb(), { ...input, hiddenReason: null, actor });
  return "It will be shown again within a minute.";
});

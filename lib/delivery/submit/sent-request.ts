import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { AddRequest } from "@/lib/suppliers/protocol/provider";

const sentRequestSchema = z.object({
  service: z.string(),
  link: z.string(),
  quantity: z.number().int(),
  extra: z.record(z.string(), z.string()).optional(),
});

/** A request as its call's row keeps it; what is sent is read from there. Throws internal when it is none. */
export function readSentRequest(stored: unknown): AddRequest {
  const parsed = sentRequestSchema.safeParse(stored);
  if (!parsed.success) throw new AppError("internal", { detail: "a stored request can't be read" });
  return parsed.data;
}

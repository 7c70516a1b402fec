"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/base/db/client";
import { assign, assigneeSchema } from "@/lib/people/assignments/assignments";

const schema = z.object({ id: z.uuid(), assigneeId: assigneeSchema });

export const assignOrderAction = adminAction("orders.change", schema, async (input, actor) => {
  await assign(getDb(), { kind: "order", ...input, actor });
  return input.assigneeId === null ? "Nobody has this order now." : "Assigned.";
});

export const assignTicketAction = adminAction("tickets.change", schema, async (input, actor) => {
  await assign(getDb(), { kind: "ticket", ...input, actor });
  return input.assigneeId === null ? "Nobody has this ticket now." : "Assigned.";
});

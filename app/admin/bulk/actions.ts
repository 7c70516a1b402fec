"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { formAction } from "@/app/_server/run-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { assignAll, previewAssign } from "@/lib/operator/bulk/assign-steps";
import { bulkRowsSchema } from "@/lib/operator/bulk/bulk-rows";
import {
  clearFlags,
  previewClearFlags,
  previewResendMails,
  resendMails,
} from "@/lib/operator/bulk/order-steps";
import { previewTicketStatus, setTicketStatuses } from "@/lib/operator/bulk/ticket-steps";
import { selectionSchema } from "@/lib/operator/reporting/selection";
import { assigneeSchema } from "@/lib/people/assignments/assignments";
import { ticketStatuses } from "@/lib/people/support/ticket-status";

const selected = z.object({ ids: selectionSchema });
const withRows = withReason.extend({ rows: bulkRowsSchema });
const rowsOnly = z.object({ rows: bulkRowsSchema });
const toStatus = { status: z.enum(ticketStatuses) };
const toAssignee = { assigneeId: assigneeSchema };

export const previewClearFlagsAction = formAction("orders.read", selected, ({ ids }) =>
  previewClearFlags(getDb(), ids),
);

export const clearFlagsAction = adminAction("orders.change", withRows, ({ rows, reason }, actor) =>
  clearFlags(getDb(), rows, { actor, reason }),
);

export const previewResendMailsAction = formAction("orders.read", selected, ({ ids }) =>
  previewResendMails(getDb(), ids),
);

export const resendMailsAction = adminAction("mails.resend", withRows, ({ rows, reason }, actor) =>
  resendMails(getDb(), rows, { actor, reason }),
);

export const previewAssignOrdersAction = formAction("orders.read", selected.extend(toAssignee), (input) =>
  previewAssign(getDb(), { kind: "order", ...input }),
);

export const assignOrdersAction = adminAction(
  "orders.change",
  rowsOnly.extend(toAssignee),
  ({ rows, assigneeId }, actor) => assignAll(getDb(), rows, { kind: "order", assigneeId, actor }),
);

export const previewAssignTicketsAction = formAction("tickets.read", selected.extend(toAssignee), (input) =>
  previewAssign(getDb(), { kind: "ticket", ...input }),
);

export const assignTicketsAction = adminAction(
  "tickets.change",
  rowsOnly.extend(toAssignee),
  ({ rows, assigneeId }, actor) => assignAll(getDb(), rows, { kind: "ticket", assigneeId, actor }),
);

export const previewTicketStatusAction = formAction("tickets.read", selected.extend(toStatus), (input) =>
  previewTicketStatus(getDb(), input),
);

export const setTicketStatusesAction = adminAction(
  "tickets.change",
  rowsOnly.extend(toStatus),
  ({ rows, status }, actor) => setTicketStatuses(getDb(), rows, { status, actor }),
);

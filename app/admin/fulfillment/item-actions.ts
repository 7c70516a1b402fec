import type { ItemActions } from "@/components/admin/fulfillment/item-steps";
import {
  attachProviderOrderAction,
  cancelAtSupplierAction,
  cancelItemAction,
  completeByHandAction,
  requestRefillAction,
  resubmitItemAction,
  startByHandAction,
} from "./actions";

/** The action behind each step that an item offers, for the pages that show items. */
export const itemActions: ItemActions = {
  attach: attachProviderOrderAction,
  resubmit: resubmitItemAction,
  cancel: cancelItemAction,
  cancel_at_supplier: cancelAtSupplierAction,
  start: startByHandAction,
  complete: completeByHandAction,
  refill: requestRefillAction,
};

import type { ItemActions } from "@/app/admin/fulfillment/item-steps";
import {
  attachProviderOrderAction,
  cancelAtSupplierAction,
  cancelItemAction,
  completeManuallyAction,
  requestRefillAction,
  resubmitItemAction,
  startManuallyAction,
} from "./actions";

/** The action behind each step that an item offers, for the pages that show items. */
export const itemActions: ItemActions = {
  attach: attachProviderOrderAction,
  resubmit: resubmitItemAction,
  cancel: cancelItemAction,
  cancel_at_supplier: cancelAtSupplierAction,
  start: startManuallyAction,
  complete: completeManuallyAction,
  refill: requestRefillAction,
};

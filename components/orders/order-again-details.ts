import type { PurchaseDetails } from "@/components/purchase/purchase-details";
import type { OrderView } from "@/lib/orders/order-view";

/**
 * The purchase details of an order, to order it again. The profile is the order's snapshot: the shop verifies it
 * again before payment. Add-ons are not chosen again, because offers change.
 */
export function orderAgainDetails(view: OrderView, email: string): PurchaseDetails {
  return {
    username: view.username,
    email,
    packageId: view.packageId,
    profile: {
      ...view.profile,
      username: view.username,
      biography: "",
      followersCount: null,
      followingCount: null,
      postsCount: null,
      isPrivate: false,
    },
    addOns: [],
    posts: view.posts,
  };
}

import type { PurchaseDetails } from "@/components/purchase/purchase-details";
import type { OrderView } from "@/lib/orders/order-view";

/**
 * What a buyer had entered for an order, for entering it again. The profile is the order's snapshot: the shop verifies
 * it again before anything is paid. Bundles are offers of the moment and are not chosen again.
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

"use client";

import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useVisitor } from "@/components/layout/use-visitor";
import { detailsStore, type PurchaseDetails } from "@/components/purchase/purchase-details";
import { checkoutPath, detailsPath } from "@/components/purchase/purchase-steps";
import { ButtonLink } from "@/components/ui/button-link";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";
import type { OrderView } from "@/lib/orders/views/order-view";

/**
 * Orders the same again: account, package and posts are filled in, and the next click pays. If the email is unknown,
 * the details page asks for it first; without JavaScript it asks for everything except the package.
 */
export function OrderAgain({ view }: { view: OrderView }) {
  const router = useRouter();
  const visitor = useVisitor();
  const { platform, service, packageId } = view;
  return (
    <ButtonLink
      href={detailsPath(platform, service, packageId)}
      prefetch={false}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        const known = visitor.kind === "customer" ? visitor : detailsStore.read(platform, service);
        const details = orderAgainDetails(view, known.email);
        detailsStore.update(platform, service, details);
        const path = details.email ? checkoutPath : detailsPath;
        router.push(path(platform, service, packageId));
      }}
      variant="outline"
      size="lg"
    >
      <RotateCcw aria-hidden="true" /> Order again
    </ButtonLink>
  );
}

/**
 * The purchase details of an order, to order it again. The profile is the order's snapshot: the shop verifies it
 * again before payment. Add-ons are not chosen again, because offers change.
 */
export function orderAgainDetails(view: OrderView, email: string): Omit<PurchaseDetails, "account"> {
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
    paidOrderUrl: null,
  };
}

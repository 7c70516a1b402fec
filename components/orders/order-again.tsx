"use client";

import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useVisitor } from "@/components/layout/use-visitor";
import { detailsStore } from "@/components/purchase/purchase-details";
import { checkoutPath, detailsPath } from "@/components/purchase/purchase-steps";
import { ButtonLink } from "@/components/ui/button-link";
import type { OrderView } from "@/lib/orders/order-view";
import { orderAgainDetails } from "./order-again-details";

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
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
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

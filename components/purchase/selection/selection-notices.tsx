"use client";

import { ExternalLink } from "lucide-react";
import { useRouter } from "next/navigation";
import { type Ref, useEffect, useRef } from "react";
import { focusOn } from "@/components/forms/focus-on";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toast";
import { detailsStore } from "../purchase-details";
import { detailsPath, postSelectionPath } from "../purchase-steps";
import { StopNotice } from "../stop-notice";
import { hasOtherPosts, type SelectionPlan, selectionTexts, wordsOf } from "./selection-plan";
import { SelectionSkeleton } from "./selection-skeleton";
import type { OpenedPayment } from "./use-proceed";

/**
 * Without a package there is nothing to allocate: the page for posts sends the visitor back to the packages, the one
 * for reels to the details.
 */
export function PackageMissing({ plan }: { plan: SelectionPlan }) {
  const { platform, service, kind, catalog } = plan;
  const router = useRouter();
  // Toast and redirect once, even if the effect runs again before the next page.
  const isLeaving = useRef(false);
  useEffect(() => {
    // The address may have named a package before; only the stored details count.
    const { packageId } = detailsStore.read(platform.slug, service.slug);
    if (isLeaving.current || catalog.packages.some((entry) => entry.id === packageId)) return;
    isLeaving.current = true;
    if (kind === "reel") {
      router.replace(detailsPath(platform.slug, service.slug));
      return;
    }
    toast.error("Session expired", { description: "Please select a package again." });
    router.replace(`/${platform.slug}`);
  }, [platform, service, kind, catalog, router]);
  return <SelectionSkeleton words={wordsOf(plan)} />;
}

/** The account was not verified in this tab, or the details are gone. */
export function UsernameMissing({ plan, packageId }: { plan: SelectionPlan; packageId: string }) {
  return (
    <StopNotice title="No username yet" detail="Username not found. Please go back and enter your username.">
      <ButtonLink href={detailsPath(plan.platform.slug, plan.service.slug, packageId)}>
        Enter your username
      </ButtonLink>
    </StopNotice>
  );
}

type PostsNoticeProps = { ref: Ref<HTMLDivElement>; onRetry: () => void };
type PostsFailedProps = PostsNoticeProps & { plan: SelectionPlan; message: string };

/** The posts failed to load; nothing is known about the account. */
export function PostsFailed({ ref, plan, message, onRetry }: PostsFailedProps) {
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <EmptyState title={selectionTexts(wordsOf(plan)).failedTitle} detail={message}>
        <Button type="button" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}

type PostsEmptyProps = PostsNoticeProps & { plan: SelectionPlan; packageId: string };

/** The account has no posts to choose. */
export function PostsEmpty({ ref, plan, packageId, onRetry }: PostsEmptyProps) {
  const { platform, service, kind } = plan;
  const { emptyTitle, emptyDetail } = selectionTexts(wordsOf(plan));
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <EmptyState title={emptyTitle} detail={emptyDetail}>
        <div className="flex flex-wrap justify-center gap-3">
          <Button type="button" onClick={onRetry}>
            Check again
          </Button>
          {kind === "reel" && hasOtherPosts(platform) ? (
            <ButtonLink href={postSelectionPath(platform, service, packageId)} variant="outline">
              Choose from all posts
            </ButtonLink>
          ) : null}
          <ButtonLink href={detailsPath(platform.slug, service.slug, packageId)} variant="outline">
            Change the account
          </ButtonLink>
        </div>
      </EmptyState>
    </div>
  );
}

/** For the two seconds before this tab continues to the payment result. */
export function PaymentOpened({ url, nextPath }: OpenedPayment) {
  return (
    <div ref={focusOn} tabIndex={-1} role="status">
      <StopNotice
        title="Your payment page is open"
        detail="Pay in the new tab. This page continues to your order in a moment."
      >
        <a href={url} target="_blank" rel="noopener" className={buttonVariants()}>
          Open the payment page <ExternalLink aria-hidden="true" />
        </a>
        <ButtonLink href={nextPath} variant="outline">
          Continue
        </ButtonLink>
      </StopNotice>
    </div>
  );
}

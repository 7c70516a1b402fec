"use client";

import Link from "next/link";
import { useState } from "react";
import { focusOn } from "@/components/forms/focus-on";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { OrderBar } from "../order-bar";
import { postSelectionPath, selectionPath } from "../purchase-steps";
import { PasteLink } from "./paste-link";
import { PostGrid } from "./post-grid";
import { PackageMissing, PaymentOpened, PostsEmpty, PostsFailed, UsernameMissing } from "./selection-notices";
import { SelectionPanel } from "./selection-panel";
import { hasOtherPosts, type SelectionPlan, wordsOf } from "./selection-plan";
import { PostGridSkeleton, SelectionSkeleton } from "./selection-skeleton";
import { UnitsLeft } from "./units-left";
import { useProceed } from "./use-proceed";
import { type Selection, useSelection } from "./use-selection";

/** The step between details and payment: allocates the order to posts or reels. */
export function SelectionView({ plan }: { plan: SelectionPlan }) {
  const selection = useSelection(plan);
  const { opened, payment, proceed } = useProceed(plan, selection);
  const { isReady, priced, username, posts, details } = selection;
  const [isRetried, setIsRetried] = useState(false);
  const retry = () => {
    setIsRetried(true);
    selection.retry();
  };
  // The button that loads the posts again disappears: what takes its place gets the focus.
  const focusAfterRetry = isRetried ? focusOn : null;

  if (!isReady) return <SelectionSkeleton words={wordsOf(plan)} />;
  if (opened) return <PaymentOpened {...opened} />;
  if (!priced) return <PackageMissing plan={plan} />;
  const { packageId } = details;
  if (username === null) return <UsernameMissing plan={plan} packageId={packageId} />;
  if (posts.kind === "failed")
    return <PostsFailed ref={focusAfterRetry} plan={plan} message={posts.message} onRetry={retry} />;
  if (plan.platform.hasLookup && posts.kind === "ready" && posts.posts.length === 0)
    return <PostsEmpty ref={focusAfterRetry} plan={plan} packageId={packageId} onRetry={retry} />;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-10">
      <div className="flex min-w-0 flex-col gap-5">
        <Introduction plan={plan} selection={selection} username={username} />
        <fieldset
          ref={focusAfterRetry}
          tabIndex={-1}
          aria-label={`Your ${wordsOf(plan).many}`}
          disabled={payment.isPaying}
          className="flex min-w-0 flex-col gap-5"
        >
          {plan.platform.hasLookup ? null : <PasteLink plan={plan} onPaste={selection.paste} />}
          {posts.kind !== "ready" ? (
            <PostGridSkeleton words={wordsOf(plan)} />
          ) : posts.posts.length > 0 ? (
            <PostGrid plan={plan} posts={posts.posts} selection={selection} />
          ) : null}
        </fieldset>
        <fieldset disabled={payment.isPaying} className="contents">
          <OrderBar totalCents={priced.totalCents}>
            <UnitsLeft plan={plan} selection={selection} />
          </OrderBar>
        </fieldset>
      </div>
      <SelectionPanel
        plan={plan}
        selection={selection}
        priced={priced}
        payment={payment}
        onProceed={() => void proceed()}
      />
    </div>
  );
}

type IntroductionProps = { plan: SelectionPlan; selection: Selection; username: string };

/** The posts with their allocation and, for views, the link between reels and all posts. */
function Introduction({ plan, selection, username }: IntroductionProps) {
  const { platform, service, kind } = plan;
  const { packageId } = selection.details;
  return (
    <p className="max-w-prose text-muted-foreground">
      Choose which {platform.label} {platform.words[kind].many} of{" "}
      <span className="font-medium wrap-anywhere text-foreground">@{username}</span> get your{" "}
      {amountLabel(selection.rules.total, service.unit)}. We split anything left over evenly.{" "}
      {service.target === "video" && hasOtherPosts(platform) ? (
        <Link
          href={(kind === "reel" ? postSelectionPath : selectionPath)(platform, service, packageId)}
          className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
        >
          {kind === "reel" ? "Choose from all posts" : `Choose from ${platform.words.reel.many} only`}
        </Link>
      ) : null}
    </p>
  );
}

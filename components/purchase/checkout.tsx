"use client";

import { Image as ImageIcon } from "lucide-react";
import { useVisitor } from "@/components/layout/use-visitor";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent, CardHeader, CardTitle, TitledCard } from "@/components/ui/card";
import { CoverImage } from "@/components/ui/cover-image";
import { Skeleton } from "@/components/ui/skeleton";
import { plural } from "@/lib/base/text/plural";
import type { UnitRange } from "@/lib/buyer/checkout/delivery-limits";
import { amountLabel, type Catalog, hasPosts, isList, type UnitWords } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { orderedInWords } from "@/lib/shop/catalog/price-order";
import { AddOnSection } from "./add-on-offers";
import { OrderBar } from "./order-bar";
import { OrderCard } from "./order-card";
import { OrderError } from "./order-error";
import { OrderPanel } from "./order-panel";
import { PaidBefore } from "./paid-before";
import { PayButton } from "./pay-button";
import { ProfileCard } from "./profile-card";
import type { PurchaseDetails, SelectedPost } from "./purchase-details";
import { detailsPath, postSelectionPath, selectionPath } from "./purchase-steps";
import { StopNotice } from "./stop-notice";
import { useCheckout } from "./use-checkout";

type CheckoutProps = {
  platform: PlatformView;
  service: ServiceView;
  /** Only what is sold of the service, and the add-ons of this page. */
  catalog: Catalog;
  /** How much one target, the profile or a post, accepts, by quality. */
  limits: Record<string, UnitRange>;
  /** The notes below the payment button. */
  notes: React.ReactNode;
};

/** The last step before the payment page: the order and its add-ons. */
export function Checkout({ platform, service, catalog: sold, limits, notes }: CheckoutProps) {
  const { subject, catalog, payment, setAddOn, pay } = useCheckout(platform, service, sold, limits);
  const { error, isPaying } = payment;
  const visitor = useVisitor();

  if (subject.kind === "loading") return <CheckoutSkeleton />;
  if (subject.kind === "invalid") {
    return (
      <StopNotice title="Invalid Order" detail="A username or a package is missing. Please choose again.">
        <ButtonLink href={`/${platform.slug}`}>Go Back</ButtonLink>
      </StopNotice>
    );
  }
  if (subject.kind === "no_posts") {
    const what = platform.words[service.target === "post" ? "post" : "reel"].many;
    return (
      <StopNotice
        title={`No ${what} chosen yet`}
        detail={`Choose the ${what} for your ${service.unit.many}.`}
      >
        <ButtonLink href={selectionPath(platform, service)}>Choose {what}</ButtonLink>
      </StopNotice>
    );
  }

  const { details, priced, problem } = subject;
  const editPath = detailsPath(platform.slug, service.slug, details.packageId);
  const choosePath = hasPosts(service.target) ? pathToPosts(platform, service, details) : undefined;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-10">
      <div className="flex flex-col gap-6">
        <TitledCard
          title={`${platform.label} ${isList(service.target) ? "list" : "account"}`}
          className="flex flex-col gap-4"
        >
          {details.profile ? (
            <ProfileCard
              profile={details.profile}
              platform={platform}
              target={service.target}
              action={
                <ButtonLink href={editPath} aria-label="Edit the details" variant="outline">
                  Edit
                </ButtonLink>
              }
            />
          ) : null}
          <p className="border-t border-border pt-4 text-sm text-muted-foreground">
            Receipt and order link go to
            <span className="block font-medium wrap-anywhere text-foreground">
              {/* An account's orders belong to its address, whatever was typed before signing in. */}
              {visitor.kind === "customer" ? visitor.email : details.email.trim()}
            </span>
          </p>
        </TitledCard>
        {choosePath ? (
          <SelectedPosts
            posts={details.posts}
            words={platform.words}
            unit={service.unit}
            choosePath={choosePath}
          />
        ) : null}
        <fieldset disabled={isPaying} className="contents">
          <AddOnSection catalog={catalog} unit={service.unit} chosen={details.addOns} onCount={setAddOn} />
        </fieldset>
        <OrderBar totalCents={priced.totalCents} className="lg:hidden">
          <p className="min-w-0 text-sm font-semibold tabular-nums">{orderedInWords(priced, service.unit)}</p>
        </OrderBar>
      </div>
      <OrderPanel>
        <fieldset disabled={isPaying} className="contents">
          <OrderCard priced={priced} unit={service.unit} onCount={setAddOn} />
        </fieldset>
        {problem === null ? null : (
          <Alert variant="destructive" title="This order can't be delivered yet">
            <p>{problem}</p>
          </Alert>
        )}
        {error ? <OrderError error={error} editPath={editPath} choosePath={choosePath} /> : null}
        <PaidBefore orderUrl={details.paidOrderUrl} />
        <PayButton
          payment={payment}
          label="Complete Payment"
          totalCents={priced.totalCents}
          isBlocked={problem !== null}
          onPay={pay}
        />
        {notes}
      </OrderPanel>
    </div>
  );
}

/** Back to the page where these posts were chosen. */
function pathToPosts(platform: PlatformView, service: ServiceView, details: PurchaseDetails): string {
  const isReels = details.posts.every((post) => post.kind === "reel");
  const path = isReels ? selectionPath : postSelectionPath;
  return path(platform, service, details.packageId);
}

/** The placeholder until the browser has read the purchase details. */
function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <p role="status" className="sr-only">
        Loading your order
      </p>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-48 w-full rounded-xl" />
        <Skeleton className="h-36 w-full rounded-xl" />
      </div>
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  );
}

type SelectedPostsProps = {
  posts: SelectedPost[];
  words: PlatformView["words"];
  unit: UnitWords;
  choosePath: string;
};

/** The posts or reels of an order with their quantities. */
function SelectedPosts({ posts, words, unit, choosePath }: SelectedPostsProps) {
  const { one, many } = words[posts.every((post) => post.kind === "reel") ? "reel" : "post"];
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-4">
        <CardTitle>{plural(posts.length, one, many)} selected</CardTitle>
        <ButtonLink href={choosePath} aria-label={`Change the ${many}`} variant="outline">
          Change
        </ButtonLink>
      </CardHeader>
      <CardContent>
        <ul className="flex flex-wrap gap-4">
          {posts.map((post, index) => (
            <li key={post.id} className="flex w-20 flex-col gap-1.5">
              <span className="relative grid aspect-[4/5] place-items-center overflow-hidden rounded-lg bg-muted text-muted-foreground">
                <ImageIcon aria-hidden="true" className="size-6" />
                <CoverImage src={post.imageUrl} width={80} height={100} loading="lazy" />
              </span>
              <span className="text-sm tabular-nums">
                <span className="sr-only">
                  {one} {index + 1}:{" "}
                </span>
                {amountLabel(post.quantity, unit)}
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

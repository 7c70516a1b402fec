import Link from "next/link";
import { Fragment } from "react";
import { chooserPath } from "@/components/layout/navigation";
import { RatingLine } from "@/components/reviews/review-list";
import type { OpenTicketAction } from "@/components/support/support-form";
import { SwellGround } from "@/components/ui/swell";
import type { Catalog } from "@/lib/shop/catalog/catalog";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { getSold } from "@/lib/shop/catalog/vocabulary";
import type { Rating } from "@/lib/shop/content/rating";
import { commonQuestions, serviceTexts, whyChooseUs } from "@/lib/shop/content/services";
import { firstSold, mostOthers } from "@/lib/shop/content/sold";
import { type ClaimSwitches, listClaims, withoutHiddenClaims } from "@/lib/shop/settings/claims";
import { CustomPackage } from "./custom-package";
import { FeatureList } from "./feature-list";
import { PackageGrid } from "./package-grid";
import { PurchaseStepsList } from "./purchase-steps-list";
import { QuestionList } from "./question-list";
import { Section } from "./section";

type ServiceLandingProps = {
  catalog: Catalog;
  platform: PlatformEntry;
  service: ServiceEntry;
  claims: ClaimSwitches;
  /** The rating over this service's reviews. */
  rating: Rating;
  openTicket: OpenTicketAction;
};

/** The landing page of one service on one platform, for visitors from search engines. */
export function ServiceLanding(props: ServiceLandingProps) {
  const { catalog, platform, service, claims, rating, openTicket } = props;
  const content = serviceTexts(service);
  const others = firstSold()
    .filter(({ href }) => href !== `/${platform.slug}/${service.slug}`)
    .slice(0, mostOthers);
  const shown = listClaims(["noPassword", "quickStart", "moneyBack", "guaranteedGrowth"], claims);
  return (
    <div data-accent={platform.accent}>
      <div className="relative isolate overflow-hidden">
        <div className="column pt-6 pb-36 lg:pb-32">
          <Breadcrumbs platform={platform} service={service} />
          <h1 className="mt-10 max-w-2xl text-3xl font-semibold tracking-tight lg:mt-16">
            Buy {platform.label} {nameOf(service)}
          </h1>
          <p className="mt-5 max-w-md text-lg text-muted-foreground">{content.lead}</p>
          {rating.average === null ? null : (
            <p className="mt-4">
              <Link href="/reviews" prefetch={false} className="text-primary underline underline-offset-4">
                <RatingLine rating={rating} />
              </Link>
            </p>
          )}
          {shown.length > 0 ? (
            <ul className="mt-6 flex max-w-lg flex-wrap gap-x-6 gap-y-1.5 text-sm font-medium">
              {shown.map(({ name, text }) => (
                <li key={name} className="flex items-center gap-2">
                  <span aria-hidden="true" className="h-0.5 w-4 bg-platform" />
                  {text}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <SwellGround lines={8} className="h-28 text-platform lg:h-4/5" />
      </div>
      <div className="column flex flex-col gap-14 pt-10 pb-20 lg:pb-28">
        <PackageGrid
          catalog={catalog}
          platform={platform}
          service={service}
          unit={getSold(platform.slug, service.slug).unit.many}
          claims={claims}
        />
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
          <FeatureList
            title={`What you get with ${platform.label} ${nameOf(service)}`}
            features={content.features}
            claims={claims}
          />
          <FeatureList title="Why buy here" features={whyChooseUs} claims={claims} />
        </div>
        <CustomPackage action={openTicket} />
      </div>
      <Section
        id="how-it-works"
        title="How it works"
        lead="From choosing a package to watching it arrive: three steps."
      >
        <PurchaseStepsList />
      </Section>
      <Section id="questions" title="Questions and answers">
        <QuestionList questions={withoutHiddenClaims([...content.questions, ...commonQuestions], claims)} />
      </Section>
      <Section id="more" title="More that can grow">
        <ul className="grid sm:grid-cols-2 sm:gap-x-10">
          {others.map((other) => (
            <li key={other.href} className="border-b border-border">
              <Link href={other.href} prefetch={false} className="flex flex-col gap-0.5 py-4 hover:underline">
                <span className="font-semibold">
                  {other.platform} {other.service}
                </span>
                <span className="text-sm text-muted-foreground">{other.summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Breadcrumbs({ platform, service }: { platform: PlatformEntry; service: ServiceEntry }) {
  const above = [
    { href: chooserPath, label: "Home" },
    { href: `/${platform.slug}`, label: platform.label },
  ];
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        {above.map(({ href, label }) => (
          <Fragment key={href}>
            <li>
              <Link
                href={href}
                prefetch={false}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {label}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
          </Fragment>
        ))}
        <li aria-current="page">{service.label}</li>
      </ol>
    </nav>
  );
}

"use client";

import Link from "next/link";
import { type FormEvent, Suspense } from "react";
import { AddressHint } from "@/components/forms/address-hint";
import { useVisitor } from "@/components/layout/use-visitor";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";
import { Price } from "@/components/ui/price";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCents } from "@/lib/base/money";
import { emailProblem } from "@/lib/mail/address/email-problem";
import { suggestAddress } from "@/lib/mail/address/suggest-address";
import { sizeOf } from "@/lib/orders/forecast/forecast";
import { amountLabel, type Catalog, type CatalogPackage, type UnitWords } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { ActionBar } from "./action-bar";
import { PackageChoice } from "./package-choice";
import { PackageFromAddress } from "./package-from-address";
import { ProfileCard } from "./profile-card";
import { detailsPath } from "./purchase-steps";
import { useDetailsForm } from "./use-details-form";
import { UsernameField } from "./username-field";

type DetailsFormProps = {
  platform: PlatformView;
  service: ServiceView;
  /** Only what is sold of the service. */
  catalog: Catalog;
  /** How long most orders of a size take, by the size (lib/orders/forecast/forecast.ts). */
  /** By quality and size: `standard-0`. */
  forecasts: Record<string, string>;
};

/** The first step of a purchase: account, email and package. */
export function DetailsForm({ platform, service, catalog, forecasts }: DetailsFormProps) {
  const form = useDetailsForm(platform, service, catalog);
  const { isReady, lookup, state, errors, fields } = form;
  const { chosen, qualities } = form.choice;
  const quality = qualities.find(({ variant }) => variant === chosen?.variant);
  const { verification } = state;
  const isBlocked = ["verifying", "not_found", "private"].includes(verification.kind);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked) form.submit();
  };

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10"
    >
      <Suspense fallback={null}>
        <PackageFromAddress
          platform={platform.slug}
          service={service.slug}
          catalog={catalog}
          chosenEarly={form.chosenEarly}
        />
      </Suspense>
      <div className="flex flex-col gap-6">
        <GuestBanner returnTo={detailsPath(platform.slug, service.slug, chosen?.id)} />
        <UsernameField
          platform={platform}
          service={service}
          lookup={lookup}
          state={state}
          error={errors.username}
          inputRef={fields.username}
          onEdit={() => form.setError("username")}
        />
        {platform.hasLookup && (verification.kind === "verified" || verification.kind === "private") ? (
          <Card>
            <CardContent>
              <ProfileCard profile={verification.profile} platform={platform} target={service.target} />
            </CardContent>
          </Card>
        ) : null}
        <EmailField form={form} />
        <PackageChoice form={form} service={service} />
      </div>
      <aside aria-label="Your order" className="flex flex-col gap-4 lg:sticky lg:top-24">
        <Card>
          <CardContent>
            {chosen ? (
              <PackageSummary
                title={[platform.label, quality?.label].filter(Boolean).join(" · ")}
                unit={service.unit}
                chosen={chosen}
                forecast={forecasts[`${chosen.variant}-${sizeOf(chosen.quantity)}`]}
              />
            ) : isReady ? (
              <p className="min-h-31 text-muted-foreground">Choose a package to see its price.</p>
            ) : (
              <Skeleton className="h-31 w-full" />
            )}
          </CardContent>
        </Card>
        <ActionBar>
          <div className="flex items-center gap-4">
            <p className="flex min-w-0 flex-col text-sm tabular-nums lg:hidden">
              {chosen ? (
                <>
                  <span>{amountLabel(chosen.quantity, service.unit)}</span>
                  <Price cents={chosen.priceCents} />
                </>
              ) : isReady ? (
                "No package chosen"
              ) : null}
            </p>
            {/* A native submit before hydration would lose the form and put the email into the address. */}
            <Button
              type="submit"
              size="lg"
              disabled={!isReady}
              // Not `disabled` while the name is verified, which would drop the focus.
              aria-disabled={isBlocked || undefined}
              className="min-w-0 flex-1 aria-disabled:bg-muted aria-disabled:text-muted-foreground"
            >
              {verification.kind === "verifying" ? "Verifying..." : "Continue"}
            </Button>
          </div>
          {isBlocked && verification.kind !== "verifying" ? (
            <p role="status" className="mt-2 text-center text-sm text-muted-foreground">
              {verification.kind === "private"
                ? `@${verification.profile.username} is private. Make it public to continue`
                : `Please enter a valid ${platform.label} username to continue`}
            </p>
          ) : null}
        </ActionBar>
      </aside>
    </form>
  );
}

/** The receipt's address: a guest types it, a customer's is the account's, which receives all of their orders. */
function EmailField({ form }: { form: ReturnType<typeof useDetailsForm> }) {
  const { lockedEmail, errors, fields, suggestion } = form;
  const { email } = form.details;
  const isLocked = lockedEmail !== null;
  const accept = (address: string) => {
    form.update({ email: address });
    form.setSuggestion(null);
    fields.email.current?.focus();
  };
  return (
    <Field
      label="Email"
      hint={
        isLocked ? (
          "Your account's address. You can change it in your settings."
        ) : (
          <AddressHint suggestion={suggestion} onAccept={accept}>
            For your receipt and the link to your order.
          </AddressHint>
        )
      }
      error={isLocked ? undefined : errors.email}
    >
      <EmailInput
        ref={fields.email}
        readOnly={isLocked}
        value={lockedEmail ?? email}
        onChange={(event) => {
          form.update({ email: event.target.value });
          form.setError("email");
          form.setSuggestion(null);
        }}
        onBlur={() => {
          if (!email) return;
          const problem = emailProblem(email);
          form.setError("email", problem ?? undefined);
          form.setSuggestion(problem ? null : suggestAddress(email));
        }}
      />
    </Field>
  );
}

const look =
  "min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-xl border border-border bg-muted px-4 py-1 text-sm";

/**
 * Says whether the order is a guest's or an account's, and invites guests to sign in; `returnTo` is where they return.
 */
function GuestBanner({ returnTo }: { returnTo: string }) {
  const visitor = useVisitor();
  return (
    <>
      <div className={`${look} flex signed-in:hidden`}>
        <p>
          <strong className="font-medium">Guest Checkout</strong>
          <span className="text-muted-foreground"> · no account needed</span>
        </p>
        <Link
          href={`/auth?next=${encodeURIComponent(returnTo)}`}
          prefetch={false}
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          Sign in
        </Link>
      </div>
      <p className={`${look} hidden signed-in:flex`}>
        {visitor.kind === "customer" ? (
          <span className="wrap-anywhere">
            Signed in as <strong className="font-medium">{visitor.email}</strong>
          </span>
        ) : (
          <span>Signed in</span>
        )}
      </p>
    </>
  );
}

type PackageSummaryProps = {
  /** The platform, and the quality where there are several. */
  title: string;
  unit: UnitWords;
  chosen: CatalogPackage;
  forecast: string | undefined;
};

/** The chosen package with its price, struck price and saving, and how long most orders like it take. */
function PackageSummary({ title, unit, chosen, forecast }: PackageSummaryProps) {
  const savedCents = chosen.originalCents - chosen.priceCents;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted-foreground">{title}</p>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">
        {amountLabel(chosen.quantity, unit)}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Price cents={chosen.priceCents} originalCents={chosen.originalCents} />
      </p>
      {savedCents > 0 ? (
        <p className="text-sm font-medium text-primary">You save {formatCents(savedCents)}</p>
      ) : null}
      {forecast ? <p className="text-sm text-muted-foreground">{forecast}</p> : null}
    </div>
  );
}

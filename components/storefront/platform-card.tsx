import { ArrowRight } from "lucide-react";
import { SwellDrawing } from "@/components/ui/swell";
import { formatCents } from "@/lib/base/money";
import type { PlatformEntry } from "@/lib/shop/catalog/document";
import { type ClaimSwitches, listClaims } from "@/lib/shop/settings/claims";
import { PlatformGlyph } from "./platform-glyph";
import { PlatformLink } from "./platform-link";

type PlatformCardProps = {
  platform: PlatformEntry;
  /** The platform's lowest price; null when nothing is on sale. */
  fromCents: number | null;
  claims: ClaimSwitches;
};

/** A platform's card: the whole card is the link. */
export function PlatformCard({ platform, fromCents, claims }: PlatformCardProps) {
  const { label, texts } = platform;
  const figures = listClaims(texts.figures, claims);
  return (
    <PlatformLink
      platform={platform.slug}
      className="group relative isolate flex h-full flex-col gap-6 lg:gap-5 overflow-hidden rounded-2xl border border-deep-border bg-deep p-6 text-deep-foreground shadow-lg transition-transform duration-300 ease-swell hover:-translate-y-1 sm:p-8"
    >
      <div className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-platform text-deep">
          <PlatformGlyph glyph={platform.glyph} className="size-7" />
        </span>
        {/* A long name has the price below it, so that all cards' texts begin at the same height. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-2xl leading-7 font-semibold tracking-tight">{label}</h2>
          {fromCents === null ? null : (
            <p className="text-sm text-deep-muted tabular-nums">from {formatCents(fromCents)}</p>
          )}
        </div>
      </div>
      <div className="mb-auto flex flex-col gap-6 pb-24 sm:pb-28 lg:gap-5 lg:pb-10">
        <p className="max-w-sm text-lg">{texts.tagline}</p>
        {figures.length > 0 ? (
          <dl className="grid grid-cols-[auto_auto_auto] justify-between gap-3 lg:grid-cols-3">
            {figures.map(({ name, figure, text }) => (
              <div key={name} className="flex flex-col-reverse justify-end">
                <dt className="text-xs text-deep-muted">{text}</dt>
                <dd className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">{figure}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      <span className="inline-flex min-h-13 items-center justify-between rounded-lg bg-deep-foreground px-5 font-semibold text-deep">
        Choose {label}
        <ArrowRight
          aria-hidden="true"
          className="size-5 transition-transform duration-300 ease-swell group-hover:translate-x-1"
        />
      </span>
      <SwellDrawing
        lines={7}
        className="absolute inset-x-0 bottom-0 -z-10 h-[46%] w-full text-platform transition-transform duration-700 ease-swell group-hover:scale-y-110 origin-bottom"
      />
    </PlatformLink>
  );
}

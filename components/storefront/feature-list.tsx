import { SwellMark } from "@/components/ui/swell";
import type { Feature } from "@/lib/shop/content/services";
import { type ClaimSwitches, withoutHiddenClaims } from "@/lib/shop/settings/claims";

type FeatureListProps = { title: string; features: readonly Feature[]; claims: ClaimSwitches };

/** A titled list of the features whose claims are shown; nothing without any. */
export function FeatureList({ title, features, claims }: FeatureListProps) {
  const shown = withoutHiddenClaims(features, claims);
  if (shown.length === 0) return null;
  return (
    <div>
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      <ul className="mt-4 border-t border-border">
        {shown.map((feature) => (
          <li key={feature.title} className="flex gap-4 border-b border-border py-5">
            <SwellMark className="mt-0.5 size-6 shrink-0 text-primary" />
            <div>
              <h3 className="font-semibold">{feature.title}</h3>
              <p className="text-sm text-muted-foreground">{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

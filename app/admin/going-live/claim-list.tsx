import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionField, CheckBox } from "@/components/admin/action-form";
import { ZonedTimeInput } from "@/components/admin/zone-field";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { Textarea } from "@/components/ui/textarea";
import { type ClaimSettings, limitedOffer, minEvidenceLength } from "@/lib/shop/settings/claim-rules";
import { type ClaimName, type ClaimSwitches, claimLabel, claimNames } from "@/lib/shop/settings/claims";
import { saveClaimAction } from "./actions";

/** Other conditions that decide whether a claim is shown. */
const notes: Partial<Record<ClaimName, string>> = {
  refills: "Shown only while every supplier of followers refills.",
  struckPrices:
    "Whether a price is struck through depends on its price history. The catalogue shows which are not, and why.",
  limitedOffer: "Shown until the offer ends.",
};

type ClaimListProps = { settings: ClaimSettings; shown: ClaimSwitches };

/** Every claim: whether pages show it, how it can be proven, and the form that changes both. */
export function ClaimList({ settings, shown }: ClaimListProps) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {claimNames.map((name) => {
        const evidence = settings.claimEvidence[name];
        return (
          <li
            key={name}
            className="grid gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
          >
            <div className="flex max-w-prose min-w-0 flex-col gap-1">
              <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                {claimLabel(name)}
                <Badge variant={shown[name] ? "completed" : "outline"}>
                  {shown[name] ? "Shown" : "Hidden"}
                </Badge>
              </h3>
              {evidence ? (
                <p className="text-sm wrap-anywhere">
                  {evidence.text}{" "}
                  <span className="text-muted-foreground">
                    ({evidence.by}, <LocalTime at={evidence.at} />)
                  </span>
                </p>
              ) : null}
              {notes[name] ? <p className="text-sm text-muted-foreground">{notes[name]}</p> : null}
            </div>
            <ClaimForm name={name} settings={settings} />
          </li>
        );
      })}
    </ul>
  );
}

function ClaimForm({ name, settings }: { name: ClaimName; settings: ClaimSettings }) {
  const label = claimLabel(name);
  const evidence = settings.claimEvidence[name]?.text ?? "";
  return (
    <AllowedDialog
      label="Change"
      ariaLabel={`Change ${label}`}
      title={label}
      detail="Your name and the time are kept with it."
      action={saveClaimAction}
      submitLabel="Save claim"
      hidden={{ name }}
      hasReason={false}
    >
      <ActionField
        name="evidence"
        label="How it can be proven"
        hint={`At least ${minEvidenceLength} characters: which figures, where they come from, and since when.`}
      >
        <Textarea name="evidence" defaultValue={evidence} maxLength={1_000} className="min-h-24" />
      </ActionField>
      {name === limitedOffer ? (
        <ZonedTimeInput
          name="endsAt"
          label="Ends"
          hint="The pages show this time in UTC, and stop showing the offer after it."
          at={settings.limitedOfferEndsAt}
        />
      ) : null}
      <CheckBox name="isShown" label="Show it on the pages" isOn={settings.claims[name] !== false} />
    </AllowedDialog>
  );
}

import { CheckBox } from "@/components/admin/check-box";
import { type ClaimSwitches, claimNames, findClaim } from "@/lib/content/claims";

/** A switch for each claim, labelled with its text. */
export function ClaimSwitchList({ claims }: { claims: ClaimSwitches }) {
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="sr-only">Claims that are shown</legend>
      {claimNames.map((name) => {
        const claim = findClaim(name, {});
        const isPart = claim?.figure && !claim.text.includes(claim.figure);
        return (
          <CheckBox
            key={name}
            name={name}
            label={isPart ? `${claim.figure} ${claim.text}` : (claim?.text ?? name)}
            isOn={claims[name] !== false}
          />
        );
      })}
    </fieldset>
  );
}

import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { ProfileMatch } from "./profile";
import { compactCount, VerifiedMark } from "./profile-card";
import type { Search } from "./username-lookup";
import { noProfileLink } from "./username-messages";

type MatchListProps = {
  id: string;
  search: Search;
  /** A note about the typed name, shown while choosing. */
  note: string | null;
  /** The match selected with the arrow keys; -1 for none. */
  active: number;
  onActive: (index: number) => void;
  onChoose: (match: ProfileMatch) => void;
  onRetry: () => void;
};

/** The id of a match, for the input's aria-activedescendant. */
export function matchId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The matches under the username, above the fixed bar of a phone. The focus stays in the input. */
export function MatchList({ id, search, note, active, onActive, onChoose, onRetry }: MatchListProps) {
  return (
    <div
      // A click must not move the focus: leaving the input closes the list.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-35 mt-2 overflow-hidden rounded-xl border border-border bg-popover text-popover-foreground shadow-lg"
    >
      {search.kind === "loading" ? (
        <p className="flex items-center gap-3 p-4 text-sm text-muted-foreground">
          <Spinner /> Searching…
        </p>
      ) : null}
      {search.kind === "empty" ? (
        <p className="p-4 text-sm text-muted-foreground">
          {search.query.includes("/") ? noProfileLink : `No account found for “${search.query}”.`}
        </p>
      ) : null}
      {search.kind === "failed" ? (
        <div className="flex flex-wrap items-center justify-between gap-2 p-4 text-sm">
          <p>The search is not responding. You can also type the full username.</p>
          <Button type="button" variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : null}
      {search.kind === "matches" ? (
        <div id={id} role="listbox" aria-label="Matching accounts" className="p-1.5">
          {search.matches.map((match, index) => (
            // The combobox pattern: the input handles the keys, and options take no focus.
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for its options
            <div
              key={match.username}
              id={matchId(id, index)}
              role="option"
              aria-selected={index === active}
              onPointerMove={() => onActive(index)}
              onClick={() => onChoose(match)}
              className={cn(
                "flex min-h-14 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-2",
                index === active && "bg-accent text-foreground",
              )}
            >
              <Avatar src={match.pictureUrl} name={match.fullName || match.username} />
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-1.5 text-sm font-medium">
                  <span className="truncate">@{match.username}</span>
                  {match.isVerified ? <VerifiedMark /> : null}
                </p>
                <p className="truncate text-sm text-muted-foreground">{match.fullName}</p>
              </div>
              {match.followersCount === null ? null : (
                <p className="text-right text-sm text-muted-foreground tabular-nums">
                  {compactCount(match.followersCount)}
                  <span className="sr-only"> followers</span>
                </p>
              )}
            </div>
          ))}
        </div>
      ) : null}
      {note ? (
        <p role="status" className="border-t border-border px-4 py-3 text-sm text-muted-foreground">
          {note}
        </p>
      ) : null}
    </div>
  );
}

"use client";

import { AtSign, Link, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ExactInput } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Spinner } from "@/components/ui/spinner";
import { isList } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { MatchList, matchId } from "./match-list";
import type { ProfileMatch } from "./profile";
import type { LookupState, UsernameLookup } from "./username-lookup";
import { belowUsername, usernameLabel } from "./username-messages";

type UsernameFieldProps = {
  platform: PlatformView;
  service: ServiceView;
  lookup: UsernameLookup;
  state: LookupState;
  /** The form's own error: the name is missing. */
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onEdit: () => void;
};

/**
 * The username: first a search with up to five matches (a combobox as in the ARIA authoring practices), then an
 * ordinary field with a clear button.
 */
export function UsernameField(props: UsernameFieldProps) {
  const { platform, service, lookup, state, error, inputRef, onEdit } = props;
  const id = useId();
  const listId = `${id}-list`;
  const messageId = `${id}-message`;
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    // A focus before hydration fires no event here.
    if (document.activeElement === inputRef.current) setIsOpen(true);
  }, [inputRef]);

  const { text, isChosen, verification, search } = state;
  const matches = search.kind === "matches" ? search.matches : [];
  const { isListShown, note, message } = belowUsername(
    { label: platform.label, target: service.target },
    state,
    isOpen,
    error,
  );
  const Mark = isList(service.target) ? Link : AtSign;
  const isExpanded = isListShown && matches.length > 0;

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };

  const choose = (match: ProfileMatch) => {
    lookup.choose(match);
    close();
    onEdit();
    inputRef.current?.focus();
  };

  /** For the buttons that go away when they are pressed. */
  const retryWith = (retry: () => void) => () => {
    inputRef.current?.focus();
    retry();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && matches.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      setActive(nextIndex(active, step, matches.length));
    } else if (event.key === "Escape" && isListShown) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && isExpanded) {
      const match = matches[active];
      if (!match) return;
      event.preventDefault();
      choose(match);
    }
  };

  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id}>{usernameLabel(platform, service)}</Label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves */}
      <div
        className="relative"
        // The list has a button of its own in a failed search, so only leaving the whole field closes it.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return;
          close();
          lookup.leave();
        }}
      >
        <Mark
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <ExactInput
          id={id}
          ref={inputRef}
          name="username"
          value={text}
          onChange={(event) => {
            lookup.type(event.target.value);
            setIsOpen(true);
            setActive(-1);
            onEdit();
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setIsOpen(true)}
          placeholder={placeholderOf(platform, service, isChosen)}
          autoCorrect="off"
          enterKeyHint={isChosen ? "done" : "search"}
          aria-invalid={message ? true : undefined}
          aria-describedby={messageId}
          className="px-10"
          {...(isChosen
            ? {}
            : {
                role: "combobox",
                "aria-autocomplete": "list" as const,
                "aria-expanded": isExpanded,
                "aria-controls": listId,
                "aria-activedescendant": isExpanded && active >= 0 ? matchId(listId, active) : undefined,
              })}
        />
        <div className="absolute top-1/2 right-0 flex -translate-y-1/2 items-center">
          {text === "" ? null : (
            <Button
              type="button"
              variant="ghost"
              size="icon"
              aria-label={isList(service.target) ? "Clear the link" : "Clear the username"}
              onClick={() => {
                lookup.clear();
                onEdit();
                inputRef.current?.focus();
              }}
            >
              <X aria-hidden="true" />
            </Button>
          )}
        </div>
        {isListShown ? (
          <MatchList
            id={listId}
            search={search}
            note={note}
            active={active}
            onActive={setActive}
            onChoose={choose}
            onRetry={retryWith(lookup.searchNow)}
          />
        ) : null}
      </div>
      <div id={messageId} aria-live="polite" className="text-sm">
        {verification.kind === "verifying" && !isListShown ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <Spinner /> Verifying...
          </p>
        ) : null}
        {verification.kind !== "verified" ? null : platform.hasLookup ? (
          <p className="sr-only">Account found.</p>
        ) : (
          <p className="text-muted-foreground">
            {isList(service.target)
              ? `Please check it: we deliver to ${profileUrl(platform.links, verification.profile.username, service.target)}, which must be public.`
              : `Please check the spelling: we deliver to @${verification.profile.username} as you typed it. The account must be public.`}
          </p>
        )}
        {isExpanded ? (
          <p className="sr-only">
            {matches.length === 1 ? "1 matching account" : `${matches.length} matching accounts`}
          </p>
        ) : null}
        {message ? <p className="text-destructive">{message}</p> : null}
      </div>
      {verification.kind === "private" ? (
        <p className="text-sm text-muted-foreground">
          This account is private. Make it public in the {platform.label} app, then check again.
        </p>
      ) : null}
      {verification.kind === "failed" || verification.kind === "private" ? (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="self-start"
          onClick={retryWith(lookup.verifyNow)}
        >
          {verification.kind === "failed" ? "Try again" : "Check again"}
        </Button>
      ) : null}
    </div>
  );
}

/** The next option, wrapping around; without one, down starts at the first and up at the last. */
function nextIndex(active: number, step: number, count: number): number {
  if (active < 0) return step > 0 ? 0 : count - 1;
  return (active + step + count) % count;
}

function placeholderOf(
  { hasLookup }: PlatformView,
  { target }: ServiceView,
  isChosen: boolean,
): string | undefined {
  if (isList(target)) return "Link of the list";
  if (!hasLookup) return "Username or link of the profile";
  return isChosen ? undefined : "Search by name or username";
}

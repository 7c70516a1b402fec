"use client";

import { Keyboard } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { browserStorage } from "@/lib/base/safe-storage";

type Place = "list" | "case";

const storageKey = "admin-keys";

const keys = {
  list: [
    ["j", "The next entry"],
    ["k", "The entry before"],
    ["Enter", "Open the entry"],
    ["x", "Select the entry, where entries can be selected"],
    ["?", "Show these keys"],
  ],
  case: [
    ["j", "The next one of the list"],
    ["k", "The one before"],
    ["e or Esc", "Back to the list"],
    ["?", "Show these keys"],
  ],
} as const;

/**
 * The keys of a list or of one of its cases, with the button that shows them. Single keys can be switched off, because a
 * voice control types them by accident (WCAG 2.1.4).
 */
export function AdminKeys({ place }: { place: Place }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setIsOn] = useKeysSetting();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTaken(event)) return;
    if (event.key === "?") dialog.current?.showModal();
    else if (!isOn || !press(place, event.key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        className="max-md:hidden"
        onClick={() => dialog.current?.showModal()}
      >
        <Keyboard aria-hidden="true" />
      </Button>
      <Dialog
        ref={dialog}
        title="Keyboard shortcuts"
        detail="They rest while you type in a field."
        cancelLabel="Done"
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          {keys[place].map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-border bg-muted px-1.5 py-0.5 font-mono">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => setIsOn(target.checked)}
            className="size-5 accent-primary"
          />
          Use these keys in this browser
        </label>
      </Dialog>
    </>
  );
}

/** True for a key that belongs to a field, a menu, an open dialog or the browser. */
function isTaken({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (key === "Escape" && target.closest("details[open]")) return true;
  return target.isContentEditable || target.closest("input:not([type=checkbox]), textarea, select") !== null;
}

/** Does what the key stands for; false for a key without a meaning. */
function press(place: Place, key: string): boolean {
  if (place === "list") return key === "x" ? toggleEntry() : moveTo({ j: 1, k: -1 }[key] ?? 0);
  const walk = { j: "next", k: "previous", e: "back", Escape: "back" }[key];
  const link = walk ? document.querySelector<HTMLElement>(`[data-walk=${walk}]`) : null;
  link?.click();
  return link !== null;
}

const entryLinks = () => [...document.querySelectorAll<HTMLElement>("[data-entry]")];

/** Moves the focus to the link of the next or previous entry, at first to the one that the address names, or the first. */
function moveTo(step: number): boolean {
  const links = entryLinks();
  if (step === 0 || links.length === 0) return false;
  const at = links.findIndex((link) => entryOf(link)?.contains(document.activeElement));
  const named = links.findIndex((link) => `#${entryOf(link)?.id}` === window.location.hash);
  const next = at >= 0 ? at + step : Math.max(named, 0);
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  return true;
}

function toggleEntry(): boolean {
  const link = entryLinks().find((each) => entryOf(each)?.contains(document.activeElement));
  const box = link && entryOf(link)?.querySelector<HTMLElement>("input[type=checkbox][data-select]");
  box?.click();
  return Boolean(box);
}

const entryOf = (link: HTMLElement) => link.closest("[id^=entry-]");

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this browser uses the keys; it does unless they were switched off. */
function useKeysSetting(): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => browserStorage.read(storageKey) !== "off",
    () => true,
  );
  const set = (next: boolean) => {
    if (next) browserStorage.remove(storageKey);
    else browserStorage.write(storageKey, "off");
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}

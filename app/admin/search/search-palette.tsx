"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { findPages } from "./find-pages";
import type { ResultGroup, SearchResult } from "./result-groups";
import { nothingMatches, searchHint } from "./search-texts";
import { useSearch } from "./use-search";

/**
 * The search over everything: a button in the header, Ctrl+K, or a text that is pasted outside a field. Without
 * JavaScript the button opens the page of the same search.
 */
export function SearchPalette({ allowed }: { allowed: string[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [pasted, setPasted] = useState("");
  const open = (text = "") => {
    // Over another dialog it would leave that one's work behind it.
    if (document.querySelector("dialog[open]")) return;
    setPasted(text);
    setIsOpen(true);
    dialog.current?.showModal();
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    const isForField = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (!isForField && isSearched(text)) open(text);
  });
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (isOpen) dialog.current?.close();
    else open();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event);
    const pasteListener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("keydown", listener);
    document.addEventListener("paste", pasteListener);
    return () => {
      document.removeEventListener("keydown", listener);
      document.removeEventListener("paste", pasteListener);
    };
  }, []);
  return (
    <>
      <a
        href="/admin/search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
        className={cn(
          buttonVariants({ variant: "outline", size: "sm" }),
          "font-normal max-sm:border-transparent",
        )}
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Search</span>
        <span aria-hidden="true" className="text-xs text-muted-foreground max-lg:hidden">
          Ctrl K
        </span>
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape. */}
      <dialog
        ref={dialog}
        aria-label="Search"
        onClose={() => setIsOpen(false)}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.close();
        }}
        className="mx-auto mt-4 max-h-[min(40rem,calc(100dvh-2rem))] w-[min(42rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl border border-border bg-card text-foreground shadow-lg backdrop:bg-deep/60 sm:mt-20"
      >
        {isOpen ? <SearchBox first={pasted} allowed={allowed} close={() => dialog.current?.close()} /> : null}
      </dialog>
    </>
  );
}

const longestText = 254;

/** True for a pasted text that the search can look for: one line, such as a number, an address or a link. */
const isSearched = (text: string) => text.length > 1 && text.length <= longestText && !text.includes("\n");

/** `first` is searched at once. */
function SearchBox({ first, allowed, close }: { first: string; allowed: string[]; close(): void }) {
  const id = useId();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(first);
  const [chosen, setChosen] = useState(0);
  const { groups: found, failure, isPending } = useSearch(typed);
  const groups = [...findPages(typed, allowed), ...(typed.trim() === "" ? [] : found)];
  const results = groups.flatMap((group) => group.results);
  const current = results[Math.min(chosen, results.length - 1)];
  const optionId = (result: SearchResult) => `${id}-${results.indexOf(result)}`;

  useEffect(() => input.current?.focus(), []);
  const go = (href: string) => {
    close();
    // A fragment opens a dialog there, also on the page that is open already.
    if (href.includes("#")) window.location.assign(href);
    else router.push(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setChosen((Math.min(chosen, results.length - 1) + step + results.length) % results.length);
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (current && !isPending) go(current.href);
    else if (typed.trim() !== "") go(`/admin/search?${new URLSearchParams({ q: typed.trim() })}`);
  };
  useEffect(() => {
    if (current)
      document.getElementById(`${id}-${results.indexOf(current)}`)?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div className="flex max-h-[inherit] flex-col">
      <div className="flex items-center gap-3 border-b border-border px-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        <input
          role="combobox"
          aria-label="Search everything"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={results.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={current ? optionId(current) : undefined}
          ref={input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={longestText}
          placeholder="Order, address, @name, link, page…"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted-foreground"
        />
        {isPending ? <Spinner /> : null}
        <button
          type="button"
          onClick={close}
          className="-mr-2 inline-flex min-h-11 items-center rounded-lg px-2 text-sm text-muted-foreground hover:bg-accent"
        >
          Close
        </button>
      </div>
      <Message typed={typed} isPending={isPending} failure={failure} count={results.length} />
      {results.length > 0 ? (
        <div id={`${id}-list`} role="listbox" aria-label="Results" className="overflow-y-auto p-2">
          {groups.map((group) => (
            <OptionGroup key={group.title} group={group} current={current} optionId={optionId} onPick={go} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

type MessageProps = { typed: string; isPending: boolean; failure: string | null; count: number };

/** Says what the list can't: how many results there are, that there are none, or that the search failed. */
function Message({ typed, isPending, failure, count }: MessageProps) {
  const isEmpty = typed.trim() !== "" && !isPending && count === 0;
  return (
    <div role="status" className="px-4 text-sm text-muted-foreground">
      {typed.trim() === "" ? <p className="pt-3">{searchHint}</p> : null}
      {failure ? <p className="py-3 text-destructive">{failure}</p> : null}
      {isEmpty && !failure ? (
        <p className="py-4">
          Nothing matches “<span className="text-foreground wrap-anywhere">{typed.trim()}</span>”.{" "}
          {nothingMatches}
        </p>
      ) : null}
      {typed.trim() !== "" && !isPending && count > 0 ? (
        <p className="sr-only">{count === 1 ? "1 result" : `${count} results`}</p>
      ) : null}
    </div>
  );
}

type OptionGroupProps = {
  group: ResultGroup;
  current: SearchResult | undefined;
  optionId(result: SearchResult): string;
  onPick(href: string): void;
};

function OptionGroup({ group, current, optionId, onPick }: OptionGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox's group is no fieldset
    <div role="group" aria-label={group.title} className="flex flex-col pb-2">
      <p aria-hidden="true" className="px-3 py-1 text-xs font-medium text-muted-foreground">
        {group.title}
      </p>
      {group.results.map((result) => (
        <a
          key={result.href}
          id={optionId(result)}
          role="option"
          aria-selected={result === current}
          tabIndex={-1}
          href={result.href}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onPick(result.href);
          }}
          className={cn(
            "flex min-h-11 flex-wrap items-baseline gap-x-3 rounded-lg px-3 py-2.5 hover:bg-accent",
            result === current && "bg-primary-soft hover:bg-primary-soft",
          )}
        >
          <span className="font-medium wrap-anywhere">{result.title}</span>
          <span className="text-sm wrap-anywhere text-muted-foreground">{result.detail}</span>
        </a>
      ))}
    </div>
  );
}

"use client";

import { ChevronDown, UserRound } from "lucide-react";
import { useRef } from "react";
import { SignedInLinks } from "./signed-in-links";
import { useVisitor } from "./use-visitor";

const menuId = "account-menu";

/**
 * The customer's address in the header, opening a small menu. The native popover closes on Escape and on a click
 * outside and returns the focus; browsers without popovers (Safari before 17) use `onClick` and `data-open`. The
 * button's width is the same before the address is known, so nothing beside it moves.
 */
export function AccountMenu() {
  const visitor = useVisitor();
  const menu = useRef<HTMLElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        onClick={() => {
          if (!("popover" in HTMLElement.prototype)) menu.current?.toggleAttribute("data-open");
        }}
        className="inline-flex min-h-11 w-52 items-center lg:w-72 gap-2 rounded-lg px-3 text-sm font-medium hover:bg-accent"
      >
        <UserRound aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">
          {visitor.kind === "customer" ? visitor.email : <span className="sr-only">Your account</span>}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </button>
      <nav
        ref={menu}
        id={menuId}
        popover="auto"
        aria-label="Account"
        className="header-popover w-52 rounded-xl border border-border bg-popover p-1.5 text-sm font-medium text-popover-foreground shadow-md"
      >
        <SignedInLinks className="flex min-h-11 w-full items-center rounded-lg px-3 text-left hover:bg-accent" />
      </nav>
    </>
  );
}

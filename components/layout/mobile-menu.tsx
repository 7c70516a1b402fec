"use client";

import { Mail, Menu, X } from "lucide-react";
import { useRef } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { sectionLinks, trackLink } from "./navigation";
import { SignedInLinks } from "./signed-in-links";
import { useVisitor } from "./use-visitor";

const menuId = "phone-menu";
/** The browser opens and closes the menu, even before hydration and without JavaScript. */
const openByBrowser = { command: "show-modal", commandfor: menuId };
const closeByBrowser = { command: "close", commandfor: menuId };

/**
 * The slide-in menu on phones. The native modal dialog traps the focus, closes on Escape and returns the focus.
 * Browsers without invoker commands (before 2025) use `onClick`.
 */
export function MobileMenu({ supportEmail }: { supportEmail: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const visitor = useVisitor();
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        {...openByBrowser}
        onClick={(event) => {
          // Otherwise the browser opens it a second time and reports an error.
          event.preventDefault();
          dialog.current?.showModal();
        }}
        className="-mr-2.5 inline-grid size-11 place-items-center rounded-lg hover:bg-accent md:hidden"
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      {/* An open menu stays when a turned phone is as wide as a desktop: hiding it would leave the page inert. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape. */}
      <dialog
        ref={dialog}
        id={menuId}
        aria-label="Menu"
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
        className="slide-in fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(21rem,86vw)] border-l border-border bg-card text-foreground shadow-lg"
      >
        <div className="flex h-full flex-col gap-6 overflow-y-auto px-5 pt-3 pb-8">
          <button
            type="button"
            aria-label="Close the menu"
            {...closeByBrowser}
            onClick={close}
            className="-mr-2.5 inline-grid size-11 place-items-center self-end rounded-lg hover:bg-accent"
          >
            <X aria-hidden="true" className="size-6" />
          </button>
          <nav aria-label="Menu" className="flex flex-col">
            {[...sectionLinks, trackLink].map(({ label, href }) => (
              <a
                key={label}
                href={href}
                onClick={close}
                className="border-b border-border py-3.5 text-xl font-semibold tracking-tight"
              >
                {label}
              </a>
            ))}
          </nav>
          <div className="mt-auto flex flex-col gap-3">
            <a
              href={`mailto:${supportEmail}`}
              className="inline-flex min-h-11 items-center gap-2.5 font-medium"
            >
              <Mail aria-hidden="true" className="size-5" /> Customer Support
            </a>
            <div className="flex flex-col gap-3 signed-in:hidden">
              <a href="/auth" className={buttonVariants({ variant: "outline", size: "lg" })}>
                Login
              </a>
              <a href="/auth" className={buttonVariants({ variant: "secondary", size: "lg" })}>
                Get Started
              </a>
            </div>
            <nav aria-label="Account" className="hidden flex-col border-t border-border pt-3 signed-in:flex">
              {visitor.kind === "customer" ? (
                <p className="py-2 text-sm wrap-anywhere text-muted-foreground">{visitor.email}</p>
              ) : null}
              <SignedInLinks className="flex min-h-11 w-full items-center text-lg font-medium" />
            </nav>
          </div>
        </div>
      </dialog>
    </>
  );
}

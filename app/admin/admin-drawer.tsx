"use client";

import { Menu, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { WaitingCount } from "@/components/admin/admin-tabs";
import { cn } from "@/components/ui/cn";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

const menuId = "admin-menu";
const isAsked = () => window.location.hash === `#${menuId}`;

/**
 * The menu of narrow screens. The address opens it (`#admin-menu`), so the browser's back button closes it, and CSS
 * shows it without JavaScript. With JavaScript it is a modal dialog: the focus stays in it, and Escape closes it.
 */
export function AdminDrawer({ waiting, children }: { waiting: number; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The page that opens takes the drawer's place in the history.
  const isLeaving = useRef(false);
  const isHydrated = useIsHydrated();
  const open = () => {
    isLeaving.current = false;
    if (!dialog.current?.open) dialog.current?.showModal();
  };
  const followAddress = useEffectEvent(() => (isAsked() ? open() : dialog.current?.close()));
  useEffect(() => {
    const follow = () => followAddress();
    follow();
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  return (
    <>
      <a
        href={`#${menuId}`}
        aria-haspopup="dialog"
        onClick={() => {
          // The address does not change, so nothing else would open it.
          if (isAsked()) open();
        }}
        className="-ml-2.5 inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-2 hover:bg-accent lg:hidden"
      >
        <Menu aria-hidden="true" className="size-6" />
        <span className="sr-only">Menu</span>
        <WaitingCount count={waiting} />
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; the keyboard has Escape. */}
      <dialog
        ref={dialog}
        id={menuId}
        aria-label="Menu"
        onClose={() => {
          if (isAsked() && !isLeaving.current) window.history.back();
        }}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.close();
          if (!(target instanceof Element && target.closest("nav a"))) return;
          isLeaving.current = true;
          currentTarget.close();
        }}
        className={cn(
          "fixed inset-y-0 right-auto left-0 z-30 m-0 h-dvh max-h-none w-[min(20rem,86vw)] overflow-y-auto border-r border-border bg-card text-foreground shadow-lg outline-none backdrop:bg-deep/60",
          // A router's new address does not end `:target`.
          !isHydrated && "target:block",
        )}
      >
        <div className="flex min-h-full flex-col gap-4 px-3 pt-1.5 pb-8">
          {/* biome-ignore lint/a11y/useValidAnchor: without JavaScript the address closes it */}
          <a
            href="#main"
            aria-label="Close the menu"
            onClick={(event) => {
              event.preventDefault();
              dialog.current?.close();
            }}
            className="inline-grid size-11 place-items-center self-end rounded-lg hover:bg-accent"
          >
            <X aria-hidden="true" className="size-6" />
          </a>
          {children}
        </div>
      </dialog>
    </>
  );
}

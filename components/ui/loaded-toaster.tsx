"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as SonnerToaster, toast as sonnerToast } from "sonner";
import { takeToasts } from "./toast";

/** Sonner in the shop's style, loaded by Toaster with the first toast. */
export default function LoadedToaster() {
  const { resolvedTheme } = useTheme();
  // Sonner subscribes in its own effect, which runs before this one.
  useEffect(() => takeToasts(({ kind, title, ...details }) => sonnerToast[kind](title, details)), []);
  return (
    <SonnerToaster
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      visibleToasts={1}
      position="top-center"
      offset={{ top: "5.5rem" }}
      mobileOffset={{ top: "5rem" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full font-sans items-start gap-3 rounded-xl border border-border bg-popover px-4 py-3.5 text-sm text-popover-foreground shadow-lg",
          title: "font-semibold",
          description: "text-muted-foreground",
          icon: "mt-0.5 shrink-0",
          actionButton:
            "ml-auto -my-2 min-h-11 shrink-0 rounded-lg px-3 font-semibold text-primary underline underline-offset-4",
          success: "[&_[data-icon]]:text-primary",
          error: "[&_[data-icon]]:text-destructive",
          info: "[&_[data-icon]]:text-muted-foreground",
        },
      }}
    />
  );
}

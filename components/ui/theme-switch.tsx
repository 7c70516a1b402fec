"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";

/** Switches between light and dark. Both icons are in the HTML and CSS shows one, so nothing moves on load. */
export function ThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
      className="inline-grid size-11 shrink-0 place-items-center rounded-lg text-foreground transition-colors hover:bg-accent"
    >
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </button>
  );
}

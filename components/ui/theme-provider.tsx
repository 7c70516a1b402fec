"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";

/**
 * Keeps the theme class in line with the visitor's choice, else the system's. The shop's own script sets it before
 * the first paint (theme-script.ts), so the library's script must not run.
 */
export function ThemeProvider({ children }: { children: React.ReactNode }) {
  return (
    <NextThemesProvider attribute="class" disableTransitionOnChange scriptProps={{ type: "text/plain" }}>
      {children}
    </NextThemesProvider>
  );
}

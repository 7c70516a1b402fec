"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";

/**
 * Keeps the theme's class in step with the visitor's choice, else with the system's. Before the first paint our own
 * script sets it (theme-script.ts), so the library's is left in the page as text that does not run.
 */
export function ThemeProvider({ children }: { children: React.ReactNode }) {
  return (
    <NextThemesProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      scriptProps={{ type: "text/plain" }}
    >
      {children}
    </NextThemesProvider>
  );
}

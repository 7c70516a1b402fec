"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";

/** Sets the `dark` class before the first paint: the visitor's choice, else the system's. */
export function ThemeProvider({ children }: { children: React.ReactNode }) {
  return (
    <NextThemesProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      {children}
    </NextThemesProvider>
  );
}

"use client";

import { useIsHydrated } from "@/components/ui/use-is-hydrated";

/** Greets by the visitor's clock. The server does not know it, so the HTML says hello. */
export function Greeting({ email }: { email: string }) {
  const greeting = useIsHydrated() ? greetingAt(new Date().getHours()) : "Hello";
  return (
    <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">
      {greeting}, {localPart(email)}
    </h1>
  );
}

/** The greeting for an hour of the visitor's clock (0 to 23). */
export function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}

/** The part of an address before the @, used as a name. */
export function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.lastIndexOf("@"))) || email;
}

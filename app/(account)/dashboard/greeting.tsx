"use client";

import { useSyncExternalStore } from "react";
import { greetingAt, localPart } from "./greeting-text";

const never = () => () => {};

/** Greets by the visitor's clock. The server does not know it, so the HTML says hello. */
export function Greeting({ email }: { email: string }) {
  const greeting = useSyncExternalStore(
    never,
    () => greetingAt(new Date().getHours()),
    () => "Hello",
  );
  return (
    <h1 className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">
      {greeting}, {localPart(email)}
    </h1>
  );
}

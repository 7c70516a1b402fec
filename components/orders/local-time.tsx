"use client";

import { useEffect, useSyncExternalStore } from "react";
import { second } from "@/lib/base/time/time";
import { mailTime } from "@/lib/mail/queue/mail-time";

type LocalTimeProps = {
  at: Date | string;
  /** Adds the relative time, by the shop's clock where the page has a ShopClock, else by the visitor's. */
  isRelative?: boolean;
  className?: string;
};

/**
 * A time in the visitor's time zone. The server does not know the zone: the HTML shows UTC, which the browser
 * replaces after hydration.
 */
export function LocalTime({ at: time, isRelative = false, className }: LocalTimeProps) {
  const at = typeof time === "string" ? time : time.toISOString();
  const now = useNow(isRelative);
  return (
    <time dateTime={at} className={className}>
      {now === null
        ? mailTime(new Date(at))
        : isRelative
          ? `${agoText(at, now)} · ${localText(at)}`
          : localText(at)}
    </time>
  );
}

function localText(at: string): string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(at)).replace("\u202f", " ");
}

/** "just now", "12 seconds ago", "3 hours ago"; never in the future. */
export function agoText(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / second));
  if (seconds < 5) return "just now";
  const [size, unit] = units.find(([each]) => seconds >= each) ?? [1, "second"];
  return new Intl.RelativeTimeFormat("en-US").format(-Math.floor(seconds / size), unit);
}

const units: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
];

/** How far the shop's clock is ahead of the visitor's, which may be hours wrong; null while that is unknown. */
let aheadMs: number | null = null;

/**
 * Takes the shop's time, for the relative times below it. The largest difference counts: a page that travelled longer
 * or was kept by the browser shows a smaller one.
 */
export function ShopClock({ now }: { now: Date }) {
  useEffect(() => {
    aheadMs = Math.max(aheadMs ?? Number.NEGATIVE_INFINITY, now.getTime() - Date.now());
  }, [now]);
  return null;
}

const shopNow = () => Date.now() + (aheadMs ?? 0);

// One clock for the page; it ticks only while a relative time is shown.
let tick = 0;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  tick = shopNow();
  ticking ??= setInterval(() => {
    tick = shopNow();
    for (const each of listeners) each();
  }, second);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

const never = () => () => {};

/** The shop's Unix milliseconds, updated each second while `isTicking`; null before hydration. */
function useNow(isTicking: boolean): number | null {
  return useSyncExternalStore(
    isTicking ? onTick : never,
    () => (tick ||= shopNow()),
    () => null,
  );
}

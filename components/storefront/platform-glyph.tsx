import type { ReactNode } from "react";
import type { Platform } from "@/lib/shop/catalog/platforms";

/** A camera and a note; not the platforms' logos. */
const drawings: Record<Platform, ReactNode> = {
  instagram: (
    <>
      <rect x="4.5" y="4.5" width="23" height="23" rx="7" />
      <circle cx="16" cy="16" r="5.25" />
      <circle cx="22.4" cy="9.6" r="0.6" fill="currentColor" />
    </>
  ),
  tiktok: (
    <>
      <path d="M17.5 5v16.25a5.25 5.25 0 1 1-5.25-5.25" />
      <path d="M17.5 5c.4 4.2 3 6.9 7.25 7.25" />
    </>
  ),
};

/** A small drawing for each platform. */
export function PlatformGlyph({ platform, className }: { platform: Platform; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {drawings[platform]}
    </svg>
  );
}

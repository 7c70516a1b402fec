import type { ReactNode } from "react";
import type { PlatformEntry } from "@/lib/shop/catalog/document";

/** Our own drawings of what people do on a platform; not the platforms' logos. */
const drawings: Record<PlatformEntry["glyph"], ReactNode> = {
  camera: (
    <>
      <rect x="4.5" y="4.5" width="23" height="23" rx="7" />
      <circle cx="16" cy="16" r="5.25" />
      <circle cx="22.4" cy="9.6" r="0.6" fill="currentColor" />
    </>
  ),
  note: (
    <>
      <path d="M17.5 5v16.25a5.25 5.25 0 1 1-5.25-5.25" />
      <path d="M17.5 5c.4 4.2 3 6.9 7.25 7.25" />
    </>
  ),
  play: (
    <>
      <rect x="4" y="7" width="24" height="18" rx="4.5" />
      <path d="M13.5 12.25v7.5l6-3.75z" />
    </>
  ),
  plane: (
    <>
      <path d="M27 6 4.5 14.5l7.5 3.25L15 26z" />
      <path d="M27 6 12 17.75" />
    </>
  ),
  bird: (
    <>
      <path d="M4.5 23.5c8 3 17.5.5 18.5-10l4-3-4-.75a4.6 4.6 0 0 0-8.25 3.75C10.5 13.5 7 11 5.5 8c-.75 6 2 9.5 5.5 11-1.5 2-3.5 3.75-6.5 4.5z" />
      <circle cx="20" cy="11.5" r="0.6" fill="currentColor" />
    </>
  ),
  people: (
    <>
      <circle cx="12" cy="11.5" r="4.5" />
      <path d="M4 26c.5-5 3.75-7.5 8-7.5s7.5 2.5 8 7.5" />
      <path d="M20.5 7.5a4.25 4.25 0 0 1 0 8.25M23.5 19c2.5 1 4.2 3.25 4.5 6.5" />
    </>
  ),
  chat: (
    <>
      <path d="M5 7.5h22v14H15.5L9.5 27v-5.5H5z" />
      <path d="M11 14.5h10" />
    </>
  ),
  stream: (
    <>
      <circle cx="16" cy="16" r="2.75" />
      <path d="M10.5 21.5a7.75 7.75 0 0 1 0-11M21.5 10.5a7.75 7.75 0 0 1 0 11" />
      <path d="M6.5 25.5a13.4 13.4 0 0 1 0-19M25.5 6.5a13.4 13.4 0 0 1 0 19" />
    </>
  ),
  waves: (
    <>
      <circle cx="16" cy="16" r="11.5" />
      <path d="M10 12.5c4.5-1.25 8.5-1 12 1M11 17c3.5-1 6.5-.75 9.5.75M12 21c2.5-.5 4.75-.35 7 .75" />
    </>
  ),
  case: (
    <>
      <rect x="4.5" y="10.5" width="23" height="16" rx="3" />
      <path d="M11.5 10.5V8a2.5 2.5 0 0 1 2.5-2.5h4A2.5 2.5 0 0 1 20.5 8v2.5M4.5 17.5h23" />
    </>
  ),
};

type PlatformGlyphProps = { glyph: PlatformEntry["glyph"]; className?: string };

/** A small drawing for a platform. */
export function PlatformGlyph({ glyph, className }: PlatformGlyphProps) {
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
      {drawings[glyph]}
    </svg>
  );
}

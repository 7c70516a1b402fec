"use client";

import Link from "next/link";
import { recordEvent } from "@/lib/shop/analytics/recorder";

type PlatformLinkProps = { platform: string; className?: string; children: React.ReactNode };

/** Links to a platform's page and counts the choice. */
export function PlatformLink({ platform, className, children }: PlatformLinkProps) {
  return (
    <Link
      href={`/${platform}`}
      className={className}
      onClick={() => recordEvent("platform_selected", { platform })}
    >
      {children}
    </Link>
  );
}

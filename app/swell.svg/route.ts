import { swellSprite } from "@/components/ui/swell-sprite";

export const dynamic = "force-static";

/** The shop's drawings (components/ui/swell.tsx), kept by browsers for a day: the address has no version. */
export function GET(): Response {
  return new Response(swellSprite(), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
  });
}

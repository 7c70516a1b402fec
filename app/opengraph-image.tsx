import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { getSite } from "@/app/_server/site";
import { swellPath } from "@/components/ui/swell-path";
import { soldInWords } from "@/lib/shop/content/sold";

export const alt = "A line that rises, with the shop's name and what it sells";
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

// Satori can't read woff2, so the image uses the package's ttf of the same font.
const fontFile = join(process.cwd(), "node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.ttf");

/** The image for shared links. It is static and regenerated with the pages. */
export default async function OpenGraphImage() {
  const { name } = await getSite();
  const lines = Array.from({ length: 8 }, (_, order) => order / 8);
  return new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        background: "#0e211e",
        color: "#f2ecdf",
        padding: 72,
        fontFamily: "Geist",
      }}
    >
      <svg
        width={size.width}
        height={360}
        viewBox={`0 -4 ${size.width} 364`}
        fill="none"
        aria-hidden="true"
        style={{ position: "absolute", left: 0, bottom: 0 }}
      >
        {lines.map((depth) => (
          <path
            key={depth}
            d={swellPath({ width: size.width, height: 360, depth })}
            stroke="#5fd2b3"
            strokeWidth={depth === 0 ? 6 : 2}
            strokeOpacity={depth === 0 ? 1 : 0.6 * (1 - depth)}
          />
        ))}
      </svg>
      <div style={{ fontSize: 40, color: "#5fd2b3" }}>{name}</div>
      <div style={{ display: "flex", flexDirection: "column", gap: 24, paddingBottom: 190 }}>
        <div style={{ fontSize: 104, lineHeight: 1, letterSpacing: "-0.04em" }}>Watch the line rise.</div>
        <div style={{ fontSize: 34, color: "#a9bab3" }}>{soldInWords()}</div>
      </div>
    </div>,
    { ...size, fonts: [{ name: "Geist", data: await readFile(fontFile), weight: 600, style: "normal" }] },
  );
}

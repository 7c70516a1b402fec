import { ImageResponse } from "next/og";
import { swellMark } from "@/components/ui/swell-path";

export const size = { width: 180, height: 180 };
export const contentType = "image/png";

/** The logo as a home-screen icon, generated at build time. */
export default function AppleIcon() {
  return new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        background: "#0e211e",
      }}
    >
      <svg width={132} height={132} viewBox="0 0 32 32" fill="none" stroke="#5fd2b3" aria-hidden="true">
        {swellMark.map((stroke) => (
          <path key={stroke.d} {...stroke} strokeLinecap="round" />
        ))}
      </svg>
    </div>,
    size,
  );
}

import { ImageResponse } from "next/og";

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
        <path d="M3 20.5C8 20.5 10.5 15.5 15 15.5S22 8 29 6.5" strokeWidth={3.4} strokeLinecap="round" />
        <path
          d="M3 25C9.5 25 11.5 21 16.5 20.8S23 15.5 29 14"
          strokeWidth={2.4}
          opacity={0.7}
          strokeLinecap="round"
        />
        <path
          d="M3 29C11 29 12.5 26.5 18 26.2S24 22.5 29 21.5"
          strokeWidth={1.6}
          opacity={0.45}
          strokeLinecap="round"
        />
      </svg>
    </div>,
    size,
  );
}

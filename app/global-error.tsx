"use client";

import ErrorPage from "./error";
import "./globals.css";

/** For errors in the layout itself: no theme switch, no header. */
export default function GlobalErrorPage(failed: { error: Error; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <ErrorPage {...failed} />
      </body>
    </html>
  );
}

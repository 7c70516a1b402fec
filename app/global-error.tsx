"use client";

import { buttonVariants } from "@/components/ui/button-variants";
import "./globals.css";

/** For errors in the layout itself: no theme switch, no header. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
          <h1 className="text-2xl font-semibold tracking-tight">Something went wrong on our side</h1>
          <p className="text-muted-foreground">Nothing was charged. Please try again in a moment.</p>
          <div className="flex flex-wrap justify-center gap-3">
            <button type="button" className={buttonVariants({ size: "lg" })} onClick={retry}>
              Try again
            </button>
            <a href="/?browse=1" className={buttonVariants({ variant: "outline", size: "lg" })}>
              Return to Home
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}

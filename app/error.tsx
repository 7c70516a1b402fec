"use client";

import { buttonVariants } from "@/components/ui/button-variants";

/**
 * The error page: says that the shop failed and offers to try again or, when a script is missing because the shop was
 * upgraded, to reload. Every page bundles this file, so it stays small.
 */
export default function ErrorPage({ error, retry }: { error: Error; retry: () => void }) {
  const isOutdated = error.name === "ChunkLoadError";
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center"
    >
      <h1 className="text-2xl font-semibold tracking-tight">
        {isOutdated ? "The shop was updated" : "Something went wrong on our side"}
      </h1>
      <p className="text-muted-foreground">
        {isOutdated
          ? "This page belongs to the previous version. Please load it again."
          : "Please try again in a moment."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <button
          type="button"
          className={buttonVariants({ size: "lg" })}
          onClick={isOutdated ? () => location.reload() : retry}
        >
          {isOutdated ? "Load the page again" : "Try again"}
        </button>
        <a href="/?browse=1" className={buttonVariants({ variant: "outline", size: "lg" })}>
          Return to Home
        </a>
      </div>
    </main>
  );
}

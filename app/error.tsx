"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Something of ours broke: say so plainly and offer the way on. What was typed is still in the browser. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4">
      <EmptyState
        title="Something went wrong on our side"
        detail="Nothing was charged by this. Please try again in a moment."
      >
        <div className="flex flex-wrap justify-center gap-3">
          <Button size="lg" onClick={retry}>
            Try again
          </Button>
          <Button asChild variant="outline" size="lg">
            <a href="/?browse=1">Return to Home</a>
          </Button>
        </div>
      </EmptyState>
    </main>
  );
}

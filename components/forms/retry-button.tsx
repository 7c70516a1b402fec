import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { focusOnMain } from "./focus-on";

type RetryButtonProps = { retry: () => void; variant?: ComponentProps<typeof Button>["variant"] };

/** Tries a page that failed to render again. The button goes with the error, so the page's content takes the focus. */
export function RetryButton({ retry, variant }: RetryButtonProps) {
  const tryAgain = () => {
    focusOnMain();
    retry();
  };
  return (
    <Button variant={variant} onClick={tryAgain}>
      Try again
    </Button>
  );
}

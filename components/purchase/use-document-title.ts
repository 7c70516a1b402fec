"use client";

import { useEffect } from "react";

/**
 * Keeps the browser tab's title while the component is there. Next writes the page's own title once more when its
 * streamed metadata arrives, which may be after us.
 */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const keep = () => {
      if (document.title !== title) document.title = title;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title]);
}

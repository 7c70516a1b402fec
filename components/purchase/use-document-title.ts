"use client";

import { useEffect } from "react";

/**
 * Keeps the document title set while mounted, because Next sets the page's own title when its streamed metadata
 * arrives, possibly later.
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

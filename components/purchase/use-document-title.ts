"use client";

import { useEffect } from "react";

/**
 * Sets the document title while mounted. Next sets the page's own title again when its streamed metadata arrives,
 * which may be later.
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

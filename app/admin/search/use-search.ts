"use client";

import { useEffect, useState } from "react";
import type { ResultGroup } from "./result-groups";

/** How long the typing has to rest before the shop is asked. */
const restMs = 120;

type Answer = { q: string; groups: ResultGroup[]; failure: string | null };

const noAnswer: Answer = { q: "", groups: [], failure: null };

/**
 * What the shop finds for a text. The last answer stays until the next one is there; an answer to an older text is
 * dropped.
 */
export function useSearch(typed: string): Answer & { isPending: boolean } {
  const q = typed.trim();
  const [answer, setAnswer] = useState(noAnswer);
  useEffect(() => {
    if (q === "") return setAnswer(noAnswer);
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const next = await ask(q, asking.signal);
      if (!asking.signal.aborted) setAnswer(next);
    }, restMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [q]);
  return { ...answer, isPending: answer.q !== q };
}

const failed = "The search did not answer. Change the text, or press Enter to search on a page of its own.";

async function ask(q: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`/admin/search/results?${new URLSearchParams({ q })}`, { signal });
    const { groups, error } = await response.json();
    return response.ok ? { q, groups, failure: null } : { q, groups: [], failure: error.message };
  } catch {
    return { q, groups: [], failure: failed };
  }
}

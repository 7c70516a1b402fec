"use client";

import { useEffect, useState } from "react";
import type { Platform } from "@/lib/platforms";
import type { CallError } from "../call-function";
import { fetchPosts, type ShownPost } from "./fetch-posts";
import { type SelectionKind, selectionTexts } from "./selection-plan";

export type PostsState =
  | { kind: "loading" }
  | { kind: "failed"; message: string }
  | { kind: "ready"; posts: ShownPost[] };

const loading: PostsState = { kind: "loading" };

/** The posts of an account, asked for once it is known; `retry` asks again. */
export function usePosts(platform: Platform, username: string | null, kind: SelectionKind) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ request: string; state: PostsState } | null>(null);
  const request = `${platform}:${kind}:${username}:${attempt}`;

  useEffect(() => {
    if (username === null) return;
    const inFlight = new AbortController();
    void fetchPosts(platform, username, kind, inFlight.signal).then((result) => {
      if (inFlight.signal.aborted) return;
      const state: PostsState = result.ok
        ? { kind: "ready", posts: result.data }
        : { kind: "failed", message: failureText(kind, result.error) };
      setAnswer({ request, state });
    });
    return () => inFlight.abort();
  }, [platform, username, kind, request]);

  return {
    state: answer?.request === request ? answer.state : loading,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** Only a limit, which says how long to wait, and a broken answer have something of their own to say. */
function failureText(kind: SelectionKind, error: CallError): string {
  const isTelling = error.code === "rate_limited" || error.code === "internal";
  return isTelling ? error.message : selectionTexts[kind].failedDetail;
}

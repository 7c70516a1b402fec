import { minNameLength, normalizeUsername, type PlatformLinks, readIdLink } from "@/lib/shop/catalog/links";
import type { CallError, CallResult } from "./call-function";
import type { Profile, ProfileAnswer, ProfileMatch } from "./profile";

/** The state of the typed name. Only `verified` allows payment. */
export type Verification =
  | { kind: "idle" }
  /** Typed; the debounce is not over. */
  | { kind: "waiting" }
  | { kind: "verifying" }
  | { kind: "verified"; profile: Profile }
  | { kind: "private"; profile: Profile }
  | { kind: "not_found"; username: string }
  /** Not a valid name on this platform. */
  | { kind: "unusable"; username: string }
  /** The lookup failed; nothing is known about the account. */
  | { kind: "failed"; username: string; error: CallError };

export type Search =
  | { kind: "idle" }
  | { kind: "loading" }
  | { kind: "matches"; matches: ProfileMatch[] }
  | { kind: "empty"; query: string }
  | { kind: "failed" };

export type LookupState = {
  text: string;
  /** False while the field searches; true once a match was chosen and its name is edited, or where nothing is searched. */
  isChosen: boolean;
  verification: Verification;
  search: Search;
};

type LookupHandlers = {
  /** Where the service goes: the name is an account's, or a list's. */
  target?: string;
  lookUp: (username: string, signal: AbortSignal) => Promise<CallResult<ProfileAnswer>>;
  /** Null for a platform whose accounts nobody can search. */
  search: ((query: string, signal: AbortSignal) => Promise<CallResult<ProfileMatch[]>>) | null;
};

export type UsernameLookup = ReturnType<typeof createUsernameLookup>;

const searchPauseMs = 500;
const verifyPauseMs = 1_000;

const empty: LookupState = {
  text: "",
  isChosen: false,
  verification: { kind: "idle" },
  search: { kind: "idle" },
};

/**
 * The username lookup: searches 500 ms after the last keystroke and verifies the typed name after 1000 ms, both from
 * two characters on. Every keystroke cancels requests in flight, so a slow answer never replaces a newer name.
 * `subscribe` reports each change; `dispose` stops everything.
 */
export function createUsernameLookup(links: PlatformLinks, handlers: LookupHandlers) {
  const first = { ...empty, isChosen: handlers.search === null };
  const nameIn = (text: string) => lookupName(links, text, handlers.target);
  let state = first;
  let inFlight = new AbortController();
  let timers: ReturnType<typeof setTimeout>[] = [];
  const listeners = new Set<() => void>();

  const set = (change: Partial<LookupState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const stop = () => {
    inFlight.abort();
    inFlight = new AbortController();
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };

  const search = async (query: string) => {
    // A link that names no profile.
    if (!handlers.search || query.includes("/")) return set({ search: { kind: "empty", query } });
    const { signal } = inFlight;
    set({ search: { kind: "loading" } });
    const result = await handlers.search(query, signal);
    if (signal.aborted) return;
    if (!result.ok) set({ search: { kind: "failed" } });
    else if (result.data.length === 0) set({ search: { kind: "empty", query } });
    else set({ search: { kind: "matches", matches: result.data } });
  };

  const verify = async (username: string) => {
    const { signal } = inFlight;
    set({ verification: { kind: "verifying" } });
    const result = await handlers.lookUp(username, signal);
    if (!signal.aborted) set({ verification: toVerification(username, result) });
  };

  /** Verifies the current name at once, unless that is in flight or done. */
  const verifyNow = () => {
    const { kind } = state.verification;
    if (kind === "verifying" || kind === "verified") return;
    const username = nameIn(state.text);
    if (!username) return;
    stop();
    void verify(username);
  };

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** A keystroke, a paste, a deletion. */
    type(text: string) {
      stop();
      const query = queryOf(text);
      const username = nameIn(text);
      const isChosen = first.isChosen || (state.isChosen && query !== "");
      set({ text, isChosen, search: { kind: "idle" }, verification: { kind: "idle" } });
      if (query.length < minNameLength) return;
      // A link is not searched for when it is looked up.
      if (!isChosen && !username?.includes("/"))
        timers.push(setTimeout(() => void search(username ?? query), searchPauseMs));
      if (!username) {
        set({ verification: { kind: "unusable", username: query } });
        return;
      }
      set({ verification: { kind: "waiting" } });
      timers.push(setTimeout(() => void verify(username), verifyPauseMs));
    },
    /** A chosen match: it fills the field and is verified at once. */
    choose(match: ProfileMatch) {
      stop();
      set({ text: match.username, isChosen: true, search: { kind: "idle" } });
      const { verification } = state;
      if (verification.kind === "verified" && verification.profile.username === match.username) return;
      void verify(match.username);
    },
    /** On blur: a name verified as typed counts as chosen, and the list closes. */
    leave() {
      const { verification, isChosen } = state;
      if (verification.kind === "verified") {
        stop();
        set({ text: verification.profile.username, isChosen: true, search: { kind: "idle" } });
      } else if (!isChosen) {
        set({ search: { kind: "idle" } });
      }
    },
    clear() {
      stop();
      set(first);
    },
    /** The stored name: with its profile it counts as verified, without one it is verified again if it can be a name. */
    restore(text: string, profile: Profile | null) {
      stop();
      if (profile && !profile.isPrivate && nameIn(text) === profile.username) {
        set({ ...empty, text, isChosen: true, verification: { kind: "verified", profile } });
        return;
      }
      if (nameIn(text) === null && queryOf(text).length >= minNameLength) {
        set({ ...first, text, verification: { kind: "unusable", username: queryOf(text) } });
        return;
      }
      set({ ...first, text });
      verifyNow();
    },
    verifyNow,
    /**
     * Takes the name as it was typed, while nothing can be looked up. False when it can't be taken: it was looked up, or
     * the connection failed.
     */
    trustTyped(): boolean {
      const { verification } = state;
      if (verification.kind !== "failed" || verification.error.code !== "lookup_unavailable") return false;
      stop();
      const profile = typedProfile(verification.username);
      set({ isChosen: true, search: { kind: "idle" }, verification: { kind: "verified", profile } });
      return true;
    },
    /** Retries after a failed search. */
    searchNow() {
      const query = nameIn(state.text) ?? state.text.trim();
      if (query.length >= minNameLength) void search(query);
    },
    dispose: stop,
  };
}

/** The profile of a name that is taken as it was typed. */
export function typedProfile(username: string): Profile {
  return { ...unknownProfile, username };
}

const unknownProfile = {
  fullName: "",
  pictureUrl: null,
  isVerified: false,
  followersCount: null,
  biography: "",
  followingCount: null,
  postsCount: null,
  isPrivate: false,
};

function queryOf(text: string): string {
  return text.trim().replace(/^@/, "");
}

/** The name for the lookup, or null when it is invalid or too short. */
function lookupName(links: PlatformLinks, text: string, target?: string): string | null {
  const username = normalizeUsername(links, text, target) ?? readIdLink(links.idLink, text);
  return username && username.length >= minNameLength ? username : null;
}

function toVerification(username: string, result: CallResult<ProfileAnswer>): Verification {
  if (result.ok) {
    if (!result.data.exists) return { kind: "not_found", username };
    const { profile } = result.data;
    return { kind: profile.isPrivate ? "private" : "verified", profile };
  }
  const isRefused = result.error.code === "invalid_input" || result.error.code === "invalid_username";
  return isRefused ? { kind: "unusable", username } : { kind: "failed", username, error: result.error };
}

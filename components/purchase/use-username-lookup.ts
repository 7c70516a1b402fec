"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Platform } from "@/lib/platforms";
import { lookUpProfile, searchProfiles } from "./profile";
import { createUsernameLookup, type LookupState, type UsernameLookup } from "./username-lookup";

/** The username field's memory, tied to the component that asks for it. */
export function useUsernameLookup(platform: Platform): { lookup: UsernameLookup; state: LookupState } {
  const [lookup] = useState(() =>
    createUsernameLookup(platform, {
      lookUp: (username, signal) => lookUpProfile(platform, username, signal),
      search: (query, signal) => searchProfiles(platform, query, signal),
    }),
  );
  const state = useSyncExternalStore(lookup.subscribe, lookup.getState, lookup.getState);
  useEffect(() => () => lookup.dispose(), [lookup]);
  return { lookup, state };
}

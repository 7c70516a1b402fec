import { type CallResult, callFunction } from "./call-function";
import { asCount, asList, asRecord, asText } from "./read-json";

export type ProfileMatch = {
  username: string;
  fullName: string;
  pictureUrl: string | null;
  isVerified: boolean;
  followersCount: number | null;
};

/** A verified account. Counts are null when the platform does not give them. */
export type Profile = ProfileMatch & {
  biography: string;
  followingCount: number | null;
  postsCount: number | null;
  isPrivate: boolean;
};

export type ProfileAnswer = { exists: true; profile: Profile } | { exists: false };

// Two platforms have functions of their own, from before there were others.
const ownFunctions = new Map([
  ["instagram", "instagram-profile-lookup"],
  ["tiktok", "get-tiktok-profile"],
]);

function call<T>(
  platform: string,
  body: { username: string; search?: true },
  read: (json: unknown) => T | null,
  signal: AbortSignal,
): Promise<CallResult<T>> {
  const own = ownFunctions.get(platform);
  return callFunction(own ?? "lookup-profile", own ? body : { platform, ...body }, { read, signal });
}

/** Looks up an account by its exact name. An account that does not exist is an answer, not an error. */
export function fetchProfile(
  platform: string,
  username: string,
  signal: AbortSignal,
): Promise<CallResult<ProfileAnswer>> {
  return call(platform, { username }, readAnswer, signal);
}

/** Up to five accounts whose name starts with or contains the text. */
export function searchProfiles(
  platform: string,
  query: string,
  signal: AbortSignal,
): Promise<CallResult<ProfileMatch[]>> {
  return call(platform, { username: query, search: true }, readMatches, signal);
}

function readAnswer(json: unknown): ProfileAnswer | null {
  const answer = asRecord(json);
  if (answer?.exists === false) return { exists: false };
  if (answer?.exists !== true) return null;
  const match = readMatch(answer);
  if (!match) return null;
  const profile: Profile = {
    ...match,
    biography: asText(answer.biography),
    followingCount: asCount(answer.following_count),
    postsCount: asCount(answer.posts_count),
    isPrivate: answer.is_private === true,
  };
  return { exists: true, profile };
}

function readMatches(json: unknown): ProfileMatch[] | null {
  const data = asRecord(json)?.data;
  return Array.isArray(data) ? asList(data, readMatch) : null;
}

function readMatch(value: unknown): ProfileMatch | null {
  const entry = asRecord(value);
  const username = asText(entry?.username);
  if (!entry || !username) return null;
  return {
    username,
    fullName: asText(entry.full_name),
    pictureUrl: asText(entry.profile_picture_url) || null,
    isVerified: entry.is_verified === true,
    followersCount: asCount(entry.followers_count),
  };
}

/** Parses a stored profile; null when it is not one. */
export function readStoredProfile(value: unknown): Profile | null {
  const entry = asRecord(value);
  const username = asText(entry?.username);
  if (!entry || !username) return null;
  return {
    username,
    fullName: asText(entry.fullName),
    pictureUrl: asText(entry.pictureUrl) || null,
    isVerified: entry.isVerified === true,
    biography: asText(entry.biography),
    followersCount: asCount(entry.followersCount),
    followingCount: asCount(entry.followingCount),
    postsCount: asCount(entry.postsCount),
    isPrivate: entry.isPrivate === true,
  };
}

import type { Profile } from "@/components/purchase/profile";
import type { SafeStorage } from "@/lib/safe-storage";

export const profile: Profile = {
  username: "ocean.photos",
  fullName: "Ocean Photos",
  pictureUrl: "/api/image-proxy?url=x",
  isVerified: true,
  biography: "Waves",
  followersCount: 1200,
  followingCount: null,
  postsCount: 3,
  isPrivate: false,
};

/** A browser's storage. */
export function memoryStorage(): SafeStorage {
  const entries = new Map<string, string>();
  return {
    read: (key) => entries.get(key) ?? null,
    write: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
  };
}

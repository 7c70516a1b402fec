/** The two platforms and three services the shop knows; the database's enums hold the same words. */
export const platforms = ["instagram", "tiktok"] as const;
export type Platform = (typeof platforms)[number];

export const serviceTypes = ["followers", "likes", "views"] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const platformLabels: Record<Platform, string> = { instagram: "Instagram", tiktok: "TikTok" };
export const serviceLabels: Record<ServiceType, string> = {
  followers: "Followers",
  likes: "Likes",
  views: "Views",
};

/** True for `instagram` and `tiktok`, as URLs write them. */
export function isPlatform(value: unknown): value is Platform {
  return platforms.some((platform) => platform === value);
}

/** True for `followers`, `likes` and `views`. */
export function isServiceType(value: unknown): value is ServiceType {
  return serviceTypes.some((service) => service === value);
}

/** Shorter names are never looked up. */
export const minNameLength = 2;

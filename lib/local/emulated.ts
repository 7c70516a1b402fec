/**
 * What a new shop sells, all of which the emulators play: their own list, whatever the catalogue sells. The panel's
 * suppliers list more (lib/local/panel/services.ts).
 */
export const emulatedPlatforms = ["instagram", "tiktok"] as const;
export type EmulatedPlatform = (typeof emulatedPlatforms)[number];

export const emulatedServices = ["followers", "likes", "views"] as const;
export type EmulatedService = (typeof emulatedServices)[number];

/** The platforms whose accounts and public counters the social emulator has. */
export const socialPlatforms = [...emulatedPlatforms, "youtube"] as const;
export type SocialPlatform = (typeof socialPlatforms)[number];

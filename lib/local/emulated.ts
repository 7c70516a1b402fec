/** The platforms and services that the emulators play: their own list, whatever the catalogue sells. */
export const emulatedPlatforms = ["instagram", "tiktok"] as const;
export type EmulatedPlatform = (typeof emulatedPlatforms)[number];

export const emulatedServices = ["followers", "likes", "views"] as const;
export type EmulatedService = (typeof emulatedServices)[number];

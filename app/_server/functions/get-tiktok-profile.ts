import "server-only";
import { profileDoor } from "./profile-door";

/** `get-tiktok-profile`: a TikTok account, or a search for one. */
export const getTikTokProfile = profileDoor("get-tiktok-profile", "tiktok");

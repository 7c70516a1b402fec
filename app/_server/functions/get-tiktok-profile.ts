import "server-only";
import { profileHandler } from "./profile-handler";

/** `get-tiktok-profile`: a TikTok account, or a search for one. */
export const getTikTokProfile = profileHandler("get-tiktok-profile", "tiktok");

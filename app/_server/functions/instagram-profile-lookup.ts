import "server-only";
import { profileHandler } from "./profile-handler";

/** `instagram-profile-lookup`: an Instagram account, or a search for one. */
export const instagramProfileLookup = profileHandler("instagram-profile-lookup", "instagram");

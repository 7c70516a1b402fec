import "server-only";
import { profileDoor } from "./profile-door";

/** `instagram-profile-lookup`: an Instagram account, or a search for one. */
export const instagramProfileLookup = profileDoor("instagram-profile-lookup", "instagram");

import type { Profile } from "@/components/purchase/profile";

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

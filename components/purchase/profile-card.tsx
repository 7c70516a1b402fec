import { BadgeCheck } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { capitalized } from "@/lib/base/text/words";
import { isList } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import type { Profile } from "./profile";
import { hasOtherPosts } from "./selection/selection-plan";

type ProfileCardProps = {
  profile: Profile;
  platform: PlatformView;
  /** Where the service goes: a list is named by its address. */
  target: ServiceView["target"];
  /** An action at the end of the first line. */
  action?: React.ReactNode;
};

/** An account in the platform's style, so that its owner recognises it. */
export function ProfileCard({ profile, platform, target, action }: ProfileCardProps) {
  const { post, reel, followers } = platform.words;
  const counts: [label: string, count: number | null][] = [
    [(hasOtherPosts(platform) ? post : reel).many, profile.postsCount],
    [followers, profile.followersCount],
    ["following", profile.followingCount],
  ];
  const known = counts.flatMap(([label, count]) => (count === null ? [] : [{ label, count }]));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={profile.pictureUrl} name={profile.fullName || profile.username} size="lg" />
        <div className="min-w-36 flex-1">
          <p className="flex items-center gap-1.5 font-semibold">
            <span className="min-w-0 wrap-anywhere">{profile.fullName || profile.username}</span>
            {profile.isVerified ? <VerifiedMark /> : null}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {isList(target) ? profileUrl(platform.links, profile.username, target) : `@${profile.username}`}
          </p>
        </div>
        {action}
      </div>
      {profile.biography ? (
        <p className="line-clamp-3 text-sm whitespace-pre-line text-muted-foreground">{profile.biography}</p>
      ) : null}
      {known.length > 0 ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {known.map(({ label, count }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-muted-foreground">{capitalized(label)}</dt>
              <dd className="font-semibold tabular-nums" title={count.toLocaleString("en-US")}>
                {compactCount(count)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** The platform's verified badge, beside a name. */
export function VerifiedMark() {
  return (
    <>
      <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-primary" />
      <span className="sr-only">verified account</span>
    </>
  );
}

/** 999, 12.3K, 4.1M: the platforms' format. */
export function compactCount(count: number): string {
  return new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

import { Check, Image as ImageIcon, Play } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { CoverImage } from "@/components/ui/cover-image";
import type { ShownPost } from "./fetch-posts";

type PostCardProps = {
  post: ShownPost;
  /** "Post 2": captions are not unique, and may be missing. */
  name: string;
  isChosen: boolean;
  onToggle: () => void;
  /** The quantity of a chosen post. */
  children?: React.ReactNode;
};

/** A post: its picture and caption are one large checkbox. */
export function PostCard({ post, name, isChosen, onToggle, children }: PostCardProps) {
  return (
    <div
      className={cn(
        "flex h-full min-w-0 flex-col overflow-hidden rounded-xl border bg-card shadow-sm transition-[border-color,box-shadow]",
        isChosen
          ? "border-primary shadow-md ring-1 ring-primary"
          : "border-border hover:border-muted-foreground",
      )}
    >
      <label className="relative flex flex-1 cursor-pointer flex-col rounded-xl has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          // Invisible but as large as the card, so that touch and screen readers find it there.
          className="absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0"
        />
        <PostPicture src={post.imageUrl} />
        <CheckMark isChosen={isChosen} />
        {post.isVideo ? (
          <span
            aria-hidden="true"
            className="absolute top-2.5 right-2.5 grid size-8 place-items-center rounded-full bg-deep text-deep-foreground"
          >
            <Play className="size-4 fill-current" />
          </span>
        ) : null}
        <span className="px-3 py-2.5 text-sm">
          <span className="sr-only">
            {name}
            {post.isVideo ? ", video" : ""}:{" "}
          </span>
          <span className={cn("line-clamp-2 wrap-anywhere", !post.caption && "text-muted-foreground")}>
            {post.caption || "No caption"}
          </span>
        </span>
      </label>
      {children ? <div className="border-t border-border p-1.5">{children}</div> : null}
    </div>
  );
}

/** The picture over a placeholder, which stays if there is no picture. */
function PostPicture({ src }: { src: string | null }) {
  return (
    <span className="relative grid aspect-[4/5] w-full place-items-center overflow-hidden bg-muted text-muted-foreground">
      <ImageIcon aria-hidden="true" className="size-8" />
      <CoverImage src={src} width={400} height={500} />
    </span>
  );
}

function CheckMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "absolute top-2.5 left-2.5 grid size-8 place-items-center rounded-full border-2",
        isChosen ? "border-primary-foreground bg-primary text-primary-foreground" : "border-input bg-card",
      )}
    >
      {isChosen ? <Check className="size-4.5" /> : null}
    </span>
  );
}

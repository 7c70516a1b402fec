import { cn } from "./cn";
import { CoverImage } from "./cover-image";

type AvatarProps = {
  /** An address of the shop's own image proxy, or null. */
  src: string | null;
  /** The owner's name, which is shown beside it, so the picture has no alternative text. */
  name: string;
  size?: "default" | "lg";
};

/** A profile picture over initials, which show until it has loaded. */
export function Avatar({ src, name, size = "default" }: AvatarProps) {
  const pixels = size === "lg" ? 64 : 44;
  return (
    <span
      aria-hidden="true"
      className={cn(
        "relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-semibold text-primary select-none",
        size === "lg" ? "size-16 text-xl" : "size-11 text-sm",
      )}
    >
      {initials(name)}
      <CoverImage src={src} width={pixels} height={pixels} loading="lazy" />
    </span>
  );
}

function initials(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N}\s]/gu, " ")
    .trim()
    .split(/\s+/);
  // A number stays whole: otherwise Post 1 and Post 12 would look alike.
  const letters = words.slice(0, 2).map((word) => (/^\d{1,2}$/.test(word) ? word : ([...word][0] ?? "")));
  return letters.join("").toUpperCase();
}

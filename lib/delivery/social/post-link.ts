import { plainCharacters } from "@/lib/base/text/typed-text";
import type { Platform } from "@/lib/shop/catalog/platforms";

/** A post as its link names it. `isVideo`: the link is of a reel or video. */
type LinkedPost = { id: string; permalink: string; isVideo: boolean };

type LinkForm = { pattern: RegExp; read(found: RegExpExecArray, username: string): LinkedPost | null };

const linkForms: Record<Platform, LinkForm> = {
  instagram: {
    pattern:
      /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/(?:([\w.]+)\/)?(p|reel|reels|tv)\/(?!audio\b)([\w-]{5,40})\/?(?:[?#].*)?$/i,
    read: ([, owner = "", kind = "", id = ""], username) => {
      if (owner !== "" && owner.toLowerCase() !== username) return null;
      const isVideo = kind.toLowerCase() !== "p";
      return { id, permalink: `https://www.instagram.com/${isVideo ? "reel" : "p"}/${id}/`, isVideo };
    },
  },
  tiktok: {
    pattern:
      /^(?:https?:\/\/)?(?:www\.|m\.)?tiktok\.com\/@([\w.]{2,30})\/(video|photo)\/(\d{15,25})\/?(?:[?#].*)?$/i,
    read: ([, owner = "", kind = "", id = ""], username) => {
      if (owner.toLowerCase() !== username) return null;
      const isVideo = kind.toLowerCase() === "video";
      const permalink = `https://www.tiktok.com/@${username}/${isVideo ? "video" : "photo"}/${id}`;
      return { id, permalink, isVideo };
    },
  },
};

/**
 * Reads a pasted link of one post. Only its form is checked, not whether the post exists, nor whose it is where the
 * link does not say so, as most of Instagram's don't. Null for other links, and for those of another account. Pure.
 */
export function parsePostLink(platform: Platform, text: string, username: string): LinkedPost | null {
  const { pattern, read } = linkForms[platform];
  const found = pattern.exec(plainCharacters(text));
  return found && read(found, username);
}

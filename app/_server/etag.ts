/** True when If-None-Match names the tag (or `*`): the client has this very answer. Tags are compared weakly. Pure. */
export function hasSameTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = (ifNoneMatch ?? "").split(",").map(plain);
  return tags.includes(plain(etag)) || tags.includes("*");
}

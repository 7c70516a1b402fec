/** The ways an answer may be encoded. Cached answers are stored under one of these, never under a header's text. */
export type Encoding = "gzip" | "identity";

/**
 * The encoding for a client with this Accept-Encoding, by RFC 9110 12.5.3: names in any case, weights, `*` for unnamed
 * ones. Gzip where the client weighs it at least as high as no encoding. Pure.
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const weights = weightsOf(String(header ?? ""));
  const gzip = weights.get("gzip") ?? weights.get("*") ?? 0;
  // An unnamed `identity` is acceptable, but less than every named encoding.
  const identity = weights.get("identity") ?? 0;
  return gzip > 0 && gzip >= identity ? "gzip" : "identity";
}

function weightsOf(header: string): Map<string, number> {
  const named = header.split(",").map((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return [name, weightOf(parameters)] as const;
  });
  return new Map(named.filter(([name]) => name !== ""));
}

/** An unreadable weight, or several, counts as a refusal: not encoding is always safe. */
function weightOf(parameters: string[]): number {
  if (parameters.length === 0) return 1;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameters[0] ?? "")?.[1];
  return parameters.length === 1 && weight !== undefined ? Number(weight) : 0;
}

/** True when If-None-Match names the tag (or `*`): the client already has this answer. Tags compare weakly. Pure. */
export function hasSameTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  const tags = (ifNoneMatch ?? "").split(",").map(plain);
  return tags.includes(plain(etag)) || tags.includes("*");
}

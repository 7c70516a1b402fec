/** Every way in which an answer may be encoded. What is kept or sent is named by one of these, never by a header's text. */
export type Encoding = "gzip" | "identity";

/**
 * How an answer is sent to a client with this Accept-Encoding, by RFC 9110 12.5.3: names in any case, weights, `*` for
 * what is not named. Gzip when the client takes it as gladly as an answer that is not encoded. Pure.
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const weights = weightsOf(String(header ?? ""));
  const gzip = weights.get("gzip") ?? weights.get("*") ?? 0;
  // An answer that is not encoded is welcome unless it is refused, with less weight than whatever is named.
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

/** A weight that is none, or more than one of them, counts as a refusal: not encoding is always safe. */
function weightOf(parameters: string[]): number {
  if (parameters.length === 0) return 1;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameters[0] ?? "")?.[1];
  return parameters.length === 1 && weight !== undefined ? Number(weight) : 0;
}

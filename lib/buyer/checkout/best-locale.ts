const longestTag = 35;

/** The language that an Accept-Language header puts first, as a BCP 47 tag; "en" when it names none. Pure. */
export function bestLocale(header: string | null | undefined): string {
  const ranked = (header ?? "")
    .slice(0, 1_000)
    .split(",")
    .map((part) => {
      const [tag = "", quality = "q=1"] = part.split(";").map((piece) => piece.trim());
      const weight = Number(/^q=([01](?:\.\d{1,3})?)$/i.exec(quality)?.[1] ?? 0);
      return { locale: canonical(tag), weight };
    })
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return ranked[0]?.locale ?? "en";
}

/** The tag in its usual spelling; null when it is not a tag. */
function canonical(tag: string): string | null {
  if (tag === "" || tag.length > longestTag) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

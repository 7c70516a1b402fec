import type { OwnService } from "@/lib/shop/catalog/list-entries";

/** The services whose name has the beginning of every typed word, in any order. */
export function searchOwn<Own extends { name: string }>(ours: readonly Own[], typed: string): Own[] {
  const words = wordsOf(typed);
  return ours.filter(({ name }) => {
    const own = wordsOf(name);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
}

/** The service that a supplier's text names; of several the one with the longest names, and its first quality. */
export function likelyMatch(text: string, ours: readonly OwnService[]): OwnService | null {
  const words = ` ${wordsOf(text).join(" ")} `;
  const names = (label: string | null) => label !== null && words.includes(` ${wordsOf(label).join(" ")} `);
  const lengthOf = ({ service, quality }: OwnService) =>
    service.length + (quality !== null && names(quality) ? quality.length : 0);
  return ours
    .filter(({ platform, service }) => names(platform) && names(service))
    .reduce<OwnService | null>(
      (best, each) => (best === null || lengthOf(each) > lengthOf(best) ? each : best),
      null,
    );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

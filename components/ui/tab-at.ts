/** The tab that a key leads to from `active`, wrapping around; undefined for other keys. */
export function tabAt<Tab extends string>(
  key: string,
  tabs: readonly Tab[],
  active: Tab | undefined,
): Tab | undefined {
  const index = active === undefined ? -1 : tabs.indexOf(active);
  const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 };
  const target = targets[key];
  return target === undefined ? undefined : tabs.at(target % tabs.length);
}

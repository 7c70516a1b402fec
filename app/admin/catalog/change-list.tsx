import type { CatalogChange } from "@/lib/shop/catalog/diff-documents";

type ChangeListProps = {
  changes: CatalogChange[];
  /** Of how many platforms and services at most, before a line counts the others. */
  most: number;
};

/** Changes by what they are about. */
export function ChangeList({ changes, most }: ChangeListProps) {
  const others = changes.length - most;
  return (
    <ul className="flex flex-col gap-4">
      {changes.slice(0, most).map(({ about, texts }) => (
        <li key={about} className="flex flex-col gap-1">
          <h3 className="font-semibold wrap-anywhere">{about}</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            {texts.map((text) => (
              <li key={text} className="wrap-anywhere tabular-nums">
                {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
      {others > 0 ? <li className="text-sm text-muted-foreground">and changes of {others} others</li> : null}
    </ul>
  );
}

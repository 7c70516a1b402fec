import type { CatalogChange } from "@/lib/shop/catalog/diff-documents";

/** Changes by what they are about. */
export function ChangeList({ changes }: { changes: CatalogChange[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {changes.map(({ about, texts }) => (
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
    </ul>
  );
}

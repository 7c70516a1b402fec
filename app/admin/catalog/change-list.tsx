import { AllowedForm } from "@/app/admin/allowed-action";
import type { CatalogChange } from "@/lib/shop/catalog/diff-documents";
import { undoChangesAction } from "./actions";

type ChangeListProps = {
  changes: CatalogChange[];
  /** Of how many platforms and services at most, before a line counts the others. */
  most: number;
  /** Of a draft, whose changes can be undone. */
  edits?: string;
};

/** Changes by what they are about. */
export function ChangeList({ changes, most, edits }: ChangeListProps) {
  const others = changes.length - most;
  return (
    <ul className="flex flex-col gap-4">
      {changes.slice(0, most).map(({ about, paths, texts }) => (
        <li key={about} className="flex flex-col gap-1">
          <h3 className="font-semibold wrap-anywhere">{about}</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            {texts.map((text) => (
              <li key={text} className="wrap-anywhere tabular-nums">
                {text}
              </li>
            ))}
          </ul>
          {edits !== undefined && paths.length > 0 ? (
            <AllowedForm
              action={undoChangesAction}
              submitLabel={`Undo ${about}`}
              variant="outline"
              size="sm"
              hasReason={false}
              hidden={{ edits, paths: paths.join() }}
            />
          ) : null}
        </li>
      ))}
      {others > 0 ? <li className="text-sm text-muted-foreground">and changes of {others} others</li> : null}
    </ul>
  );
}

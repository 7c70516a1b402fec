import { AllowedForm } from "@/app/admin/allowed-action";
import type { CatalogChange } from "@/lib/shop/catalog/diff-documents";
import { undoChangesAction } from "./actions";

/** Changes by what they are about. Those of a draft, which `edits` names, can be undone. */
export function ChangeList({ changes, edits }: { changes: CatalogChange[]; edits?: string }) {
  return (
    <ul className="flex flex-col gap-4">
      {changes.map(({ about, paths, texts }) => (
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
    </ul>
  );
}

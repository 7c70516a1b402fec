import type { SearchParams } from "@/app/_server/page-props";
import { currentUser, visitorMay } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { pageMarks } from "@/components/admin/page-marks";
import { SaveView } from "@/components/admin/save-view";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { listSavedViews, type ViewedList } from "@/lib/people/views/saved-views";
import { deleteViewAction, saveViewAction } from "./actions";

type ViewBarProps = { list: ViewedList; path: string; search: SearchParams };

/** A list's saved views, the visitor's own and the shared ones, and the button that saves another. */
export async function ViewBar({ list, path, search }: ViewBarProps) {
  const user = await currentUser();
  const views = user ? await listSavedViews(getDb(), { list, userId: user.id }) : [];
  const here = sorted(shownQuery(search));
  const current = views.find(({ query }) => sorted(new URLSearchParams(query)) === here);
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {views.length > 0 ? (
        <nav aria-label="Saved views">
          <ul className="flex flex-wrap gap-2">
            {views.map((view) => (
              <li key={view.id}>
                <ButtonLink
                  href={`${path}?${view.query}`}
                  prefetch={false}
                  aria-current={view === current ? "page" : undefined}
                  variant={view === current ? "secondary" : "outline"}
                  size="sm"
                >
                  {view.name}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {current ? (
        <AllowedDialog
          label="Delete this view"
          variant="ghost"
          title={`Delete “${current.name}”`}
          detail={
            current.isShared
              ? "All administrators lose it. No order or ticket changes."
              : "Nothing else changes."
          }
          submitLabel="Delete it"
          isDestructive
          hasReason={false}
          hidden={{ viewId: current.id }}
          action={deleteViewAction}
        />
      ) : (await visitorMay("views.change")) ? (
        <SaveView list={list} action={saveViewAction} />
      ) : null}
    </div>
  );
}

function shownQuery(search: SearchParams): URLSearchParams {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !pageMarks.includes(entry[0]),
  );
  return new URLSearchParams(given);
}

function sorted(query: URLSearchParams): string {
  const copy = new URLSearchParams(query);
  copy.sort();
  return copy.toString();
}

import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import type { SessionRow } from "@/lib/people/customers/sessions";
import { revokeSessionAction } from "./actions";
import { describeBrowser } from "./describe-browser";
import { SettingsForm } from "./settings-form";

type SessionListProps = { sessions: SessionRow[]; ownId: string };

/** The signed-in devices, this one first; the others can be signed out. */
export function SessionList({ sessions, ownId }: SessionListProps) {
  const ordered = [...sessions].sort((a, b) => Number(b.id === ownId) - Number(a.id === ownId));
  return (
    <ul className="flex flex-col divide-y divide-border">
      {ordered.map(({ id, userAgent, createdAt, lastSeenAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
        >
          <div className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {describeBrowser(userAgent)}
              {id === ownId ? <Badge>This device</Badge> : null}
            </p>
            <p className="text-sm text-muted-foreground">
              Last seen <LocalTime at={lastSeenAt} />
            </p>
            <p className="text-sm text-muted-foreground">
              Signed in <LocalTime at={createdAt} />
            </p>
          </div>
          {id === ownId ? null : (
            <SettingsForm
              action={revokeSessionAction}
              hidden={{ sessionId: id }}
              submitLabel="Sign out"
              isRemovedBySuccess
            />
          )}
        </li>
      ))}
    </ul>
  );
}

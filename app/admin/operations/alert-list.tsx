import { ActionDialog } from "@/components/admin/action-dialog";
import type { AdminAction } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import type { AlertRow } from "@/lib/reporting/load-operations";

/** What is wrong now, then what was lately. */
export function AlertList({ alerts, close }: { alerts: AlertRow[]; close: AdminAction }) {
  return (
    <AdminSection title="Alerts" detail="Those that are on, and those of the last week that are over.">
      {alerts.length === 0 ? <p className="text-muted-foreground">All is quiet.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {alerts.map((alert) => (
          <li key={alert.key} className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 max-w-prose flex-col gap-1">
              <p className="wrap-anywhere">{alert.message}</p>
              <p className="flex flex-wrap items-center gap-2 text-muted-foreground">
                <Badge variant={alert.resolvedAt ? "partial" : "failed"}>
                  {alert.resolvedAt ? "Over" : "On"}
                </Badge>
                <span>
                  began <LocalTime at={alert.firstAt} isRelative />
                </span>
                {alert.times > 1 ? <span>begun {alert.times} times</span> : null}
              </p>
            </div>
            {alert.resolvedAt ? null : (
              <ActionDialog
                label="Close"
                ariaLabel={`Close the alert: ${alert.message}`}
                title="Close this alert"
                detail="You have seen to it. It comes back, with a mail, if its cause does."
                submitLabel="Close it"
                hidden={{ key: alert.key }}
                action={close}
              />
            )}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

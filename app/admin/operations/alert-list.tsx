import { AllowedDialog } from "@/app/admin/allowed-action";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { MessageText } from "@/components/admin/message-text";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import type { AlertRow } from "@/lib/operator/reporting/load-operations";
import { closeAlertAction } from "./actions";

/** At most `limit` alerts: the active ones, the oldest first, then recent ones. */
export function AlertList({ alerts, limit }: { alerts: AlertRow[]; limit: number }) {
  const areAllActive = alerts.every(({ resolvedAt }) => resolvedAt === null);
  return (
    <AdminSection title="Alerts" detail="Active alerts, and those of the last week.">
      <AdminList empty="No alerts." {...(areAllActive && { most: ["oldest", limit] })}>
        {alerts.map((alert) => (
          <li key={alert.key} className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 max-w-prose flex-col gap-1">
              <p className="wrap-anywhere">
                <MessageText text={alert.message} />
              </p>
              <p className="flex flex-wrap items-center gap-2 text-muted-foreground">
                <Badge variant={alert.resolvedAt ? "partial" : "failed"}>
                  {alert.resolvedAt ? "Resolved" : "Active"}
                </Badge>
                <span>
                  started <LocalTime at={alert.firstAt} isRelative />
                </span>
                {alert.times > 1 ? <span>{alert.times} times</span> : null}
              </p>
            </div>
            {alert.resolvedAt ? null : <CloseAlert alert={alert} />}
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

/** A button that closes an alert whose problem is fixed. */
export function CloseAlert({ alert }: { alert: { key: string; message: string } }) {
  return (
    <AllowedDialog
      label="Close"
      ariaLabel={`Close the alert: ${alert.message}`}
      title="Close this alert"
      detail="Close it once the problem is fixed. If the problem returns, the alert comes back with an email."
      submitLabel="Close it"
      hidden={{ key: alert.key }}
      reasons={["It is fixed", "It is known and harmless"]}
      isLight
      action={closeAlertAction}
    />
  );
}

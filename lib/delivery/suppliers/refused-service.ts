import type { Tx } from "@/lib/base/db/client";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import type { QuantityLimits } from "./protocol/provider";

/** A call that its supplier refused: its item, its nth call, and what was asked for. */
type RefusedCall = {
  itemId: string;
  attempt: number;
  supplierId: string;
  request: { service: string; quantity: number };
};

const refusalsToAlert = 3;

/** Raises an alert for a service that was refused three times within an hour: its mapping is probably outdated. */
export async function watchRefusedService(tx: Tx, { supplierId, request }: RefusedCall): Promise<void> {
  const { service } = request;
  const [seen] = await tx.$queryRaw<{ name: string; count: number }[]>`
    SELECT supplier.name, count(*)::int AS count
    FROM suppliers AS supplier JOIN supplier_calls AS call ON call.supplier_id = supplier.id
    WHERE supplier.id = ${supplierId}::uuid AND call.started_at > now() - interval '1 hour'
      AND call.reason = 'service_unavailable' AND call.request ->> 'service' = ${service}
    GROUP BY supplier.name`;
  if (!seen || seen.count < refusalsToAlert) return;
  const message =
    `${seen.name} refused its service ${service} ${seen.count} times in the last hour. Check whether it still sells ` +
    `it, and map another one.`;
  const key = `service_unavailable:${supplierId}:${service}`;
  await raiseAlert(tx, { key, kind: "service_unavailable", message, supplierId });
}

/**
 * Stops the mappings of a service that its supplier no longer has, with an alert. A call from before an operator mapped
 * it again stops nothing.
 */
export async function stopGoneService(tx: Tx, call: RefusedCall): Promise<void> {
  const { supplierId, request } = call;
  const reason = "Its supplier says that it no longer has this service.";
  const [stopped] = await tx.$queryRaw<{ serviceId: string; name: string }[]>`
    UPDATE service_mappings AS mapping SET is_active = false, stopped_at = clock_timestamp(), stop_reason = ${reason}
    FROM supplier_services AS service JOIN suppliers AS supplier ON supplier.id = service.supplier_id
      JOIN supplier_calls AS call ON call.supplier_id = supplier.id
    WHERE supplier.id = ${supplierId}::uuid AND service.external_id = ${request.service}
      AND mapping.supplier_service_id = service.id AND mapping.is_active
      AND call.item_id = ${call.itemId}::uuid AND call.action = 'add' AND call.attempt = ${call.attempt}::int
      AND (mapping.stopped_at IS NULL OR mapping.stopped_at < call.started_at)
    RETURNING service.id AS "serviceId", supplier.name`;
  if (!stopped) return;
  const message =
    `${stopped.name} says that it no longer has its service ${request.service}. Nothing more is ordered there; orders go ` +
    "to the next supplier or wait. Import its services, then map another one, or this one again if it is back.";
  const key = goneAlertOf(stopped.serviceId);
  await raiseAlert(tx, { key, kind: "service_gone", message, supplierId });
}

/** The key of the alert about a service that its supplier no longer has. */
export const goneAlertOf = (supplierServiceId: string) => `service_gone:${supplierServiceId}`;

/** Takes over the limits of a quantity that a refusal names, so that later orders of that size go elsewhere at once. */
export async function learnLimits(tx: Tx, call: RefusedCall, { min, max }: QuantityLimits): Promise<void> {
  const { quantity, service } = call.request;
  // Numbers that would have allowed this quantity are about something else.
  const least = min !== undefined && min > quantity ? min : null;
  const most = max !== undefined && max < quantity ? max : null;
  if (least === null && most === null) return;
  await tx.$executeRaw`
    UPDATE supplier_services SET min_quantity = COALESCE(${least}::int, min_quantity),
      max_quantity = COALESCE(${most}::int, max_quantity)
    WHERE supplier_id = ${call.supplierId}::uuid AND external_id = ${service}
      AND COALESCE(${least}::int, min_quantity) <= COALESCE(${most}::int, max_quantity)`;
}

import type { Db, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { priceOfUnits } from "@/lib/orders/order/order-parts";
import type { StatusReport } from "./protocol/read-status";

/** A charge above this multiple of the imported rate stops the mapping. */
const tolerated = 1.2;
/** Panels round to a cent, which is much of a small order's price. */
const rounding = 0.01;
/** A charge above this multiple of the imported rate, and above `smallest`, is a mistake and not a price. */
const absurd = { multiple: 10, smallest: 100, inAnyCurrency: 1_000_000 };

type ReportedCharge = { id: string; charge: string | null; currency: string | null };

type OddCharge = {
  id: string;
  orderId: string;
  quantity: number;
  sentAt: Date;
  supplierId: string;
  supplierName: string;
  serviceId: string | null;
  externalId: string | null;
  charge: string;
  currency: string;
  /** By the imported rate, in the same currency. */
  listed: string | null;
  soldCents: number | null;
  isAbsurd: boolean;
};

/**
 * Compares new charges with the imported rates and, in dollars, with what buyers paid. A service whose charge is above
 * 1.2 times its rate or above its sale is mapped no more, with an alert; later items go to the next supplier. Items
 * that were sent before a stop never cause another. Returns the items whose charge no order can cost: it must not be
 * recorded. Call it before the charges are written, under the lock of the orders' delivery summaries.
 */
export async function watchCharges(tx: Tx, reported: ReportedCharge[]): Promise<Set<string>> {
  const charges = reported.filter(({ charge }) => charge !== null);
  if (charges.length === 0) return new Set();
  const odd = await tx.$queryRaw<OddCharge[]>`
    WITH report AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) AS report(id uuid, charge numeric, currency text)
    ), priced AS (
      SELECT item.*, supplier.name, service.external_id, report.charge AS new_charge, new_currency,
        CASE WHEN new_currency = account_currency THEN service.rate_per_1000 * item.quantity / 1000 END AS listed,
        CASE WHEN new_currency = 'usd' AND item.replaces_item_id IS NULL AND orders.paid_cents > 0
          THEN round(${priceOfUnits(Prisma.sql`item.quantity`)}) END AS sold_cents
      FROM report JOIN fulfillment_items AS item ON item.id = report.id
        JOIN orders ON orders.id = item.order_id
        JOIN suppliers AS supplier ON supplier.id = item.supplier_id
        LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id
        CROSS JOIN LATERAL (SELECT lower(COALESCE(supplier.balance_currency, 'usd')) AS account_currency) AS account
        CROSS JOIN LATERAL (SELECT COALESCE(lower(report.currency), account_currency) AS new_currency) AS named
      WHERE report.charge IS DISTINCT FROM item.charge
    ), judged AS (
      SELECT *, new_charge > CASE WHEN listed IS NULL THEN ${absurd.inAnyCurrency}::int
        ELSE GREATEST(listed * ${absurd.multiple}::int, ${absurd.smallest}::int) END AS is_absurd
      FROM priced
    )
    SELECT id, order_id AS "orderId", quantity, COALESCE(leased_at, created_at) AS "sentAt",
      supplier_id AS "supplierId", name AS "supplierName", supplier_service_id AS "serviceId",
      external_id AS "externalId", trim_scale(new_charge)::text AS charge, upper(new_currency) AS currency,
      trim_scale(listed)::text AS listed, sold_cents::int AS "soldCents", is_absurd AS "isAbsurd"
    FROM judged
    WHERE is_absurd OR new_charge > GREATEST(listed * ${tolerated}::numeric, listed + ${rounding}::numeric)
      OR new_charge * 100 > sold_cents
    ORDER BY id`;
  for (const charge of odd) await stopService(tx, charge);
  return new Set(odd.flatMap(({ id, isAbsurd }) => (isAbsurd ? id : [])));
}

async function stopService(tx: Tx, odd: OddCharge): Promise<void> {
  if (odd.serviceId === null) return;
  const reason = reasonOf(odd);
  const stopped = await tx.$executeRaw`
    UPDATE service_mappings SET is_active = false, stopped_at = clock_timestamp(), stop_reason = ${reason}
    WHERE supplier_service_id = ${odd.serviceId}::uuid AND (stopped_at IS NULL OR stopped_at < ${odd.sentAt})`;
  if (stopped === 0) return;
  const message =
    `${odd.supplierName}, service ${odd.externalId}: ${reason} Nothing more is ordered there; later orders go to the next ` +
    "supplier or wait. Import its services to see its present rates, then map this one again or another one.";
  const { supplierId } = odd;
  await raiseAlert(tx, { key: priceAlertOf(odd.serviceId), kind: "supplier_price", message, supplierId });
}

/** The key of the alert about a service that charged too much. */
export const priceAlertOf = (supplierServiceId: string) => `supplier_price:${supplierServiceId}`;

function reasonOf({ orderId, quantity, charge, currency, listed, soldCents, isAbsurd }: OddCharge): string {
  const units = quantity.toLocaleString("en-US");
  const facts = [
    listed === null ? null : `its list says ${listed} ${currency}`,
    soldCents === null ? null : `the buyer paid ${formatCents(soldCents)}`,
    isAbsurd ? "no order costs that, so it is not in the ledger" : null,
  ];
  const why = facts.filter((fact) => fact !== null).join("; ");
  return `It charged ${charge} ${currency} for ${units} units of order #${shortOrderId(orderId)}: ${why}.`;
}

/** Raises an alert when a supplier's reports have a charge that can't be read, so that its costs are not known. */
export async function watchUnreadableCharges(
  db: Db,
  supplierId: string,
  reports: Iterable<StatusReport>,
): Promise<void> {
  for (const report of reports) {
    if (report.kind !== "known" || report.unreadableCharge === undefined) continue;
    const message = `A supplier reports a charge as “${report.unreadableCharge}”, which can't be read for certain, so the ledger lacks what its orders cost. Import its services, which shows how it writes numbers; if that does not help, ask its support to write charges as 1234.56.`;
    const key = `unreadable_charge:${supplierId}`;
    return raiseAlert(db, { key, kind: "unreadable_charge", message, supplierId });
  }
}

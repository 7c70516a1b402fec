import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { inSet } from "@/lib/db/item-status";
import { mayHaveBeenRefunded } from "@/lib/delivery/evidence/balance-evidence";
import { openProvider, type SupplierDeps } from "@/lib/suppliers/protocol/open-provider";
import { type FulfillmentProvider, maxStatusBatch } from "@/lib/suppliers/protocol/provider";
import { balanceRounding } from "@/lib/suppliers/protocol/read-account";
import { addMs, minute } from "@/lib/time";
import { arePricesVisible, assessSupplier, type Candidate, type FoundOrder } from "./assess-supplier";

/** The time the database may have lost: from the agreed time to the quarantine. */
export type Gap = { since: Date; until: Date };

export type AdoptedItem = { itemId: string; supplierId: string; number: string };

/** What the suppliers prove about the unsent items. */
export type SupplierReading = {
  adopted: AdoptedItem[];
  /** Items that may have been bought, with the supplier that would be asked first, if any. */
  uncertain: { itemId: string; supplierId: string | null }[];
  /** The names of the suppliers that proved nothing. */
  unclear: string[];
};

/**
 * Finds out which items that are unsent here were bought within the gap. No supplier lists its orders, so each is asked
 * for its balance and about the numbers after the highest one known here; what that does not prove is uncertain.
 */
export async function readSuppliers(deps: SupplierDeps, gap: Gap): Promise<SupplierReading> {
  const offers = await listOffers(deps.db, gap.until);
  const reading: SupplierReading = { adopted: [], uncertain: [], unclear: [] };
  const unclear = new Set<string>();
  for (const supplierId of new Set(offers.flatMap((offer) => offer.supplier_id ?? []))) {
    const candidates = candidatesAt(offers, supplierId);
    const { adopted, isClear, name } = await readSupplier(deps, supplierId, candidates, gap);
    reading.adopted.push(...adopted.map((match) => ({ ...match, supplierId })));
    if (isClear) continue;
    unclear.add(supplierId);
    reading.unclear.push(name);
  }
  const adopted = new Set(reading.adopted.map(({ itemId }) => itemId));
  for (const itemId of new Set(offers.map(({ item_id }) => item_id))) {
    const own = offers.filter((offer) => offer.item_id === itemId);
    const isUncertain = own.some(({ supplier_id: id }) => id !== null && unclear.has(id));
    if (!adopted.has(itemId) && isUncertain) {
      reading.uncertain.push({ itemId, supplierId: own[0]?.supplier_id ?? null });
    }
  }
  return reading;
}

type Offer = { item_id: string; quantity: number; supplier_id: string | null; price: string | null };

/** Each unsent item with every panel that may have been asked for it since, the preferred one first. */
function listOffers(db: Database, until: Date): Promise<Offer[]> {
  return db.$queryRaw<Offer[]>`
    SELECT item.id AS item_id, item.quantity, supplier.id AS supplier_id,
      (service.rate_per_1000 * item.quantity / 1000)::text AS price
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    LEFT JOIN smm_services AS ours ON ours.platform = item.platform AND ours.service_type = item.service_type
    LEFT JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id
    LEFT JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
    LEFT JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.kind = 'panel_v2'
    WHERE item.state ${inSet("withoutNumber")}
      AND item.provider_order_id IS NULL AND orders.created_at <= ${until}
    ORDER BY item.created_at, item.id, mapping.preference`;
}

function candidatesAt(offers: Offer[], supplierId: string): Candidate[] {
  const items = new Map<string, Candidate>();
  for (const { item_id: itemId, quantity, supplier_id, price } of offers) {
    if (supplier_id !== supplierId || price === null) continue;
    const candidate = items.get(itemId) ?? { itemId, quantity, prices: [] };
    candidate.prices.push(new Prisma.Decimal(price));
    items.set(itemId, candidate);
  }
  return [...items.values()];
}

// The gap's beginning is known to ten seconds, the period of the marks.
const slackMs = minute;

async function readSupplier(deps: SupplierDeps, supplierId: string, candidates: Candidate[], { since }: Gap) {
  const supplier = await deps.db.supplier.findUniqueOrThrow({ where: { id: supplierId } });
  const nothing = { adopted: [], isClear: false, name: supplier.name };
  const provider = openProvider(supplier, deps.provider);
  const { balance: before, balanceAt } = supplier;
  // A balance that was read within the gap explains nothing.
  if (!provider || !before || !balanceAt || balanceAt > addMs(since, slackMs)) return nothing;
  const account = await provider.balance();
  if (!account.ok) return nothing;
  const isGivenBack = (await mayHaveBeenRefunded(deps.db, provider, supplierId)) !== false;
  // Read last, so that an order that ended before the open ones were read is among those that have ended here.
  const spent = isGivenBack ? null : await spentSince(deps.db, supplierId, balanceAt);
  const unexplained = spent && before.minus(account.balance).minus(spent);
  const rounding = new Prisma.Decimal(balanceRounding(account.balance, [before.toFixed()]));
  const isNothingPaid = unexplained?.isZero() && arePricesVisible(candidates, rounding);
  const found = isNothingPaid ? [] : await findOrders(deps.db, provider, supplier.apiUrl);
  return { ...assessSupplier({ unexplained, rounding, found, candidates }), name: supplier.name };
}

/** What the orders in the database cost since the balance was read; null when unknown. */
async function spentSince(db: Database, supplierId: string, at: Date): Promise<Prisma.Decimal | null> {
  const [row] = await db.$queryRaw<{ spent: string | null; is_open: boolean }[]>`
    SELECT COALESCE(sum(service.rate_per_1000 * item.quantity / 1000) FILTER (WHERE call.outcome = 'accepted'), 0)::text AS spent,
      COALESCE(bool_or(service.id IS NULL), false) OR EXISTS (
        SELECT FROM fulfillment_items WHERE supplier_id = ${supplierId}::uuid
          AND state ${inSet("givenBack")} AND finished_at >= ${at}) AS is_open
    FROM supplier_calls AS call JOIN fulfillment_items AS item ON item.id = call.item_id
    LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id
    WHERE call.supplier_id = ${supplierId}::uuid AND call.started_at >= ${at} AND call.action = 'add'`;
  return !row?.spent || row.is_open ? null : new Prisma.Decimal(row.spent);
}

// A panel numbers all customers' orders in one sequence, so ours may be far apart; the balance shows what is missing.
const mostBatches = 20;

/** The orders under our key with numbers after the highest one in the database. */
async function findOrders(
  db: Database,
  provider: FulfillmentProvider,
  apiUrl: string | null,
): Promise<FoundOrder[]> {
  const [row] = await db.$queryRaw<{ highest: string | null }[]>`
    SELECT max(item.provider_order_id::numeric)::text AS highest
    FROM fulfillment_items AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
    WHERE supplier.api_url = ${apiUrl} AND item.provider_order_id ~ '^[1-9][0-9]{0,17}$'`;
  if (!row?.highest) return [];
  const found: FoundOrder[] = [];
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const first = BigInt(row.highest) + BigInt(batch * maxStatusBatch) + 1n;
    const numbers = Array.from({ length: maxStatusBatch }, (_, place) => String(first + BigInt(place)));
    const answer = await provider.statuses(numbers);
    if (!answer.ok) break;
    for (const number of numbers) {
      const report = answer.reports.get(number);
      if (report?.kind !== "known") continue;
      const charge = report.charge === null ? null : new Prisma.Decimal(report.charge);
      found.push({ number, charge, remains: report.remains });
    }
  }
  return found;
}

import type { Supplier } from "@/lib/base/db/generated/client";
import { noAccess, openProvider, type SupplierDeps } from "@/lib/delivery/suppliers/protocol/open-provider";
import { maxStatusBatch } from "@/lib/delivery/suppliers/protocol/provider";

/**
 * What each panel says now about the newest order numbers known here, one text for each, for an operator who looks for
 * later ones. Every panel is asked, mapped or not, because the mappings may have been others before the loss. Decides
 * nothing.
 */
export async function askSuppliers(deps: SupplierDeps): Promise<string[]> {
  const panels = await deps.db.supplier.findMany({ where: { kind: "panel_v2" }, orderBy: { name: "asc" } });
  return Promise.all(panels.map(async (panel) => `${panel.name} ${await askPanel(deps, panel)}`));
}

async function askPanel({ db, provider: options }: SupplierDeps, panel: Supplier): Promise<string> {
  const bought = await db.fulfillmentItem.findMany({
    where: { supplierId: panel.id, providerOrderId: { not: null } },
    orderBy: [{ submittedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
    select: { providerOrderId: true },
    take: maxStatusBatch,
  });
  const numbers = bought.flatMap(({ providerOrderId }) => providerOrderId ?? []);
  const [newest] = numbers;
  if (newest === undefined) return "has no order that is known here.";
  const answer = await openProvider(panel, options)?.statuses(numbers);
  if (!answer?.ok)
    return `gave no answer about number ${newest}, the newest here: ${answer?.reason ?? noAccess}.`;
  const known = numbers.filter((number) => answer.reports.get(number)?.kind === "known");
  const word = answer.reports.get(newest)?.word ?? "nothing";
  return `says “${word}” about number ${newest}, the newest here, and knows ${known.length} of the newest ${numbers.length}.`;
}

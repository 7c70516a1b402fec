import { testConnection } from "@/lib/delivery/suppliers/test-supplier";
import { listMargins, marginOf } from "@/lib/operator/reporting/margins";
import { type CheckResult, missing, type ReadinessDeps, ready } from "./readiness-check";

/** Ready when every active panel answers. Their balances are stored as read. */
export async function checkSuppliers({ db, provider }: ReadinessDeps): Promise<CheckResult> {
  const next = { label: "Suppliers", href: "/admin/suppliers" };
  const suppliers = await db.supplier.findMany({ where: { isActive: true }, orderBy: { name: "asc" } });
  if (suppliers.length === 0)
    return missing("There is no active supplier, so nothing can be delivered. Add one.", next);
  const panels = suppliers.filter(({ kind }) => kind === "panel_v2");
  const tests = await Promise.all(
    panels.map(async (supplier) => ({
      name: supplier.name,
      ...(await testConnection({ db, provider }, supplier)),
    })),
  );
  const failed = tests.find((test) => !test.isWell);
  if (failed) return missing(`${failed.name}: ${failed.message}`, next);
  const balances = tests.flatMap((test) =>
    test.isWell ? [`${test.name} has ${test.balance.replace(/(\.\d\d)\d+$/, "$1")} ${test.currency}`] : [],
  );
  return ready(balances.length > 0 ? `${balances.join(", ")}.` : "All suppliers are delivered manually.");
}

/** Ready when every service on sale is mapped. */
export async function checkServices({ db }: ReadinessDeps): Promise<CheckResult> {
  const rows = await listMargins(db);
  const unmapped = new Set(
    rows.filter((row) => row.supplierName === null).map(({ platform, service }) => `${platform} ${service}`),
  );
  if (rows.length === 0)
    return missing("Nothing is on sale. Put a package on sale.", {
      label: "Catalogue",
      href: "/admin/catalog",
    });
  if (unmapped.size === 0) return ready("A supplier delivers every service on sale.");
  return missing(`No supplier delivers ${[...unmapped].join(", ")}. Map a supplier's service to each.`, {
    label: "Mapping",
    href: "/admin/suppliers/mapping",
  });
}

/** Ready when every offer whose cost is known earns more than that. */
export async function checkMargins({ db }: ReadinessDeps): Promise<CheckResult> {
  const next = { label: "Margins", href: "/admin/suppliers/margins" };
  const margins = (await listMargins(db)).map(marginOf);
  const counted = margins.filter(({ costMicros }) => costMicros !== null);
  if (counted.length === 0)
    return missing(
      "No margin is known, because nothing on sale has a supplier that is paid in dollars.",
      next,
    );
  const negative = counted.filter(({ marginMicros }) => (marginMicros ?? 0) <= 0).length;
  if (negative > 0) {
    return missing(
      `${negative} of ${counted.length} offers on sale ${negative === 1 ? "earns" : "earn"} nothing after the supplier's cost. Raise the price, or change the supplier.`,
      next,
    );
  }
  return ready(`All ${counted.length} offers on sale earn more than the supplier costs, before card fees.`);
}

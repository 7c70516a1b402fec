import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { addSupplier } from "@/lib/suppliers/add-supplier";
import { importServices } from "@/lib/suppliers/import-services";
import { mapService } from "@/lib/suppliers/map-service";
import { pauseSupplier } from "@/lib/suppliers/pause-supplier";
import { listMappedServices, listSupplierServices, listSuppliers } from "@/lib/suppliers/queries";
import { askBalances, describeAsked } from "@/lib/suppliers/refresh-balances";
import { newSupplierSchema } from "@/lib/suppliers/schema";
import { testSupplier } from "@/lib/suppliers/test-supplier";
import { unmapService } from "@/lib/suppliers/unmap-service";
import { type Command, change, countAt, idAt, look, needed, opsActor, UsageError } from "./command";
import { table } from "./table";

const listed = 200;

/** Suppliers, their balances, services and mappings. A supplier is named by its name or its id. */
export const supplierCommands: Command[] = [
  look("suppliers", "suppliers with their last known balances and how long those last", ({ db }) =>
    supplierTable(db),
  ),
  look("balance", "ask all suppliers for their balances now", async (deps) => {
    const asked = await askBalances(deps, { actor: opsActor });
    return `${await supplierTable(deps.db)}\n\n${describeAsked(asked)}`;
  }),
  look("test-supplier <supplier>", "check its address and its key", async (deps, args) => {
    const { id: supplierId } = await findSupplier(deps.db, needed(args, 0));
    const test = await testSupplier(deps, { supplierId, actor: opsActor });
    if (!test.isWell) throw new AppError("upstream_failed", { userMessage: test.message });
    return test.message;
  }),
  change(
    "add-supplier <name> <address>",
    "add a panel; its key is read from standard input",
    async (deps, args, deed) => {
      const apiKey = (await deps.readInput()).trim();
      const facts = { kind: "panel_v2", name: needed(args, 0), apiUrl: needed(args, 1), apiKey };
      const supplier = newSupplierSchema.safeParse(facts);
      if (!supplier.success)
        throw new UsageError(supplier.error.issues[0]?.message ?? "Check the arguments.");
      return `Added: ${await addSupplier(deps, { supplier: supplier.data, ...deed })}`;
    },
  ),
  change("pause-supplier <supplier>", "send it nothing more", async ({ db }, args, deed) => {
    const { id: supplierId } = await findSupplier(db, needed(args, 0));
    await pauseSupplier(db, { supplierId, isPaused: true, ...deed });
    return "Paused.";
  }),
  change(
    "resume-supplier <supplier>",
    "send to it again, even before a hold ends",
    async ({ db }, args, deed) => {
      const { id: supplierId } = await findSupplier(db, needed(args, 0));
      await pauseSupplier(db, { supplierId, isPaused: false, ...deed });
      return "Resumed.";
    },
  ),
  change("import-services <supplier>", "import the services that it sells", async (deps, args, deed) => {
    const { id: supplierId } = await findSupplier(deps.db, needed(args, 0));
    const { listed, added, changed, unreadable, gone } = await importServices(deps, {
      supplierId,
      ...deed,
    });
    const lost = gone.length > 0 ? ` Mapped, but no longer listed: ${gone.join("; ")}.` : "";
    return `${listed} listed, ${added} new, ${changed} changed, ${unreadable} not readable.${lost}`;
  }),
  look("services <supplier> [search]", "what it sells, by name, category or number", async ({ db }, args) => {
    const { id: supplierId } = await findSupplier(db, needed(args, 0));
    const services = await listSupplierServices(db, { supplierId, search: args[1], limit: listed });
    return table(
      ["service", "number", "name", "type", "per 1,000", "least", "most", "refill", "cancel"],
      services.map((service) => [
        service.id,
        service.externalId,
        service.name,
        service.isMappable ? service.type : `${service.type} (not mappable)`,
        service.ratePer1000,
        service.minQuantity,
        service.maxQuantity,
        service.canRefill,
        service.canCancel,
      ]),
      "No service matches. Import its services first.",
    );
  }),
  look("mappings", "which suppliers deliver our services, in their order", async ({ db }) => {
    const services = await listMappedServices(db);
    return table(
      ["ours", "name", "mapping", "supplier", "its service", "per 1,000", "least", "most", "on"],
      services.flatMap((service) =>
        service.mappings.map((mapping) => [
          service.smmServiceId,
          service.name,
          mapping.id,
          mapping.supplierName,
          mapping.serviceName,
          mapping.ratePer1000,
          mapping.minQuantity,
          mapping.maxQuantity,
          mapping.isActive,
        ]),
      ),
      "Nothing is mapped, so nothing can be delivered.",
    );
  }),
  change(
    "map <ours> <service>",
    "let a supplier's service deliver one of ours, after the others",
    async ({ db }, args, deed) => {
      await mapService(db, { smmServiceId: countAt(args, 0), supplierServiceId: idAt(args, 1), ...deed });
      return "Mapped.";
    },
  ),
  change("unmap <mapping>", "use it no more", async ({ db }, args, deed) => {
    await unmapService(db, { mappingId: idAt(args, 0), ...deed });
    return "Unmapped.";
  }),
];

async function supplierTable(db: Db): Promise<string> {
  const suppliers = await listSuppliers(db);
  return table(
    ["supplier", "name", "on", "hold", "balance", "as of", "a day", "days left", "open items", "services"],
    suppliers.map((supplier) => [
      supplier.id,
      supplier.name,
      supplier.isActive,
      supplier.holdReason,
      supplier.balance && `${supplier.balance} ${supplier.balanceCurrency}`,
      supplier.balanceAt,
      supplier.spentPerDay,
      supplier.runwayDays,
      supplier.openItems,
      supplier.services,
    ]),
    "There is no supplier yet.",
  );
}

async function findSupplier(db: Db, nameOrId: string) {
  const suppliers = await db.supplier.findMany();
  const found = suppliers.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (!found) throw new AppError("not_found", { userMessage: `There is no supplier ${nameOrId}.` });
  return found;
}

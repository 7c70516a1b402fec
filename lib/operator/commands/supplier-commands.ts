import type { Db } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/errors";
import { addSupplier, pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { describeLost, importServices } from "@/lib/delivery/suppliers/import-services";
import {
  listMappedServices,
  listSupplierServices,
  listSuppliers,
} from "@/lib/delivery/suppliers/list-suppliers";
import { mapInput, mapService, unmapService } from "@/lib/delivery/suppliers/map-service";
import { askBalances, describeAsked } from "@/lib/delivery/suppliers/refresh-balances";
import { newSupplierSchema } from "@/lib/delivery/suppliers/supplier-forms";
import { testSupplier } from "@/lib/delivery/suppliers/test-supplier";
import {
  type Command,
  changeCommand,
  idAt,
  maxRows,
  opsActor,
  parseInput,
  readCommand,
  requiredAt,
} from "./command";
import { table } from "./table";

/** Suppliers, their balances, services and mappings. A supplier is named by its name or its id. */
export const supplierCommands: Command[] = [
  readCommand("suppliers", "suppliers with their last known balances and how long those last", ({ db }) =>
    supplierTable(db),
  ),
  readCommand("balance", "ask all suppliers for their balances now", async (deps) => {
    const asked = await askBalances(deps, { actor: opsActor });
    return `${await supplierTable(deps.db)}\n\n${describeAsked(asked)}`;
  }),
  readCommand("test-supplier <supplier>", "check its address and its key", async (deps, args) => {
    const { id: supplierId } = await findSupplier(deps.db, requiredAt(args, 0));
    return testSupplier(deps, { supplierId, actor: opsActor });
  }),
  changeCommand(
    "add-supplier <name> <address>",
    "add a panel; its key is read from standard input",
    async (deps, args, audit) => {
      const apiKey = (await deps.readInput()).trim();
      const facts = {
        kind: "panel_v2" as const,
        name: requiredAt(args, 0),
        apiUrl: requiredAt(args, 1),
        apiKey,
      };
      const supplier = parseInput(newSupplierSchema, facts);
      return `Added: ${await addSupplier(deps, { supplier, ...audit })}`;
    },
  ),
  changeCommand("pause-supplier <supplier>", "send it nothing more", async ({ db }, args, audit) => {
    const { id: supplierId } = await findSupplier(db, requiredAt(args, 0));
    await pauseSupplier(db, { supplierId, isPaused: true, ...audit });
    return "Paused.";
  }),
  changeCommand(
    "resume-supplier <supplier>",
    "send to it again, even before a hold ends",
    async ({ db }, args, audit) => {
      const { id: supplierId } = await findSupplier(db, requiredAt(args, 0));
      await pauseSupplier(db, { supplierId, isPaused: false, ...audit });
      return "Resumed.";
    },
  ),
  changeCommand(
    "import-services <supplier>",
    "import the services that it sells",
    async (deps, args, audit) => {
      const { id: supplierId } = await findSupplier(deps.db, requiredAt(args, 0));
      const found = await importServices(deps, { supplierId, ...audit });
      const { listed, added, changed, unreadable } = found;
      return `${listed} listed, ${added} new, ${changed} changed, ${unreadable} not readable.${describeLost(found)}`;
    },
  ),
  readCommand(
    "services <supplier> [search]",
    "what it sells, by name, category or number",
    async ({ db }, args) => {
      const { id: supplierId } = await findSupplier(db, requiredAt(args, 0));
      const services = await listSupplierServices(db, { supplierId, search: args[1], limit: maxRows });
      return table(services, "No service matches. Import its services first.", {
        service: (service) => service.id,
        number: (service) => service.externalId,
        name: (service) => service.name,
        type: (service) => (service.obstacle === null ? service.type : `${service.type} (not mappable)`),
        "per 1,000": (service) => service.ratePer1000,
        least: (service) => service.minQuantity,
        most: (service) => service.maxQuantity,
        refill: (service) => service.canRefill,
        cancel: (service) => service.canCancel,
      });
    },
  ),
  readCommand("mappings", "which suppliers deliver our services, in their order", async ({ db }) => {
    const services = await listMappedServices(db);
    const mapped = services.flatMap((ours) => ours.mappings.map((mapping) => ({ ours, ...mapping })));
    return table(mapped, "Nothing is mapped, so nothing can be delivered.", {
      ours: ({ ours }) => ours.smmServiceId,
      name: ({ ours }) => ours.name,
      mapping: ({ id }) => id,
      supplier: ({ supplierName }) => supplierName,
      "its service": ({ serviceName }) => serviceName,
      "per 1,000": ({ ratePer1000 }) => ratePer1000,
      least: ({ minQuantity }) => minQuantity,
      most: ({ maxQuantity }) => maxQuantity,
      on: ({ isActive }) => isActive,
    });
  }),
  changeCommand(
    "map <ours> <service>",
    "let a supplier's service deliver one of ours, after the others",
    async ({ db }, args, audit) => {
      const input = { smmServiceId: requiredAt(args, 0), supplierServiceId: idAt(args, 1) };
      await mapService(db, { ...parseInput(mapInput, input), ...audit });
      return "Mapped.";
    },
  ),
  changeCommand("unmap <mapping>", "use it no more", async ({ db }, args, audit) => {
    await unmapService(db, { mappingId: idAt(args, 0), ...audit });
    return "Unmapped.";
  }),
];

async function supplierTable(db: Db): Promise<string> {
  const suppliers = await listSuppliers(db);
  return table(suppliers, "There is no supplier yet.", {
    supplier: (supplier) => supplier.id,
    name: (supplier) => supplier.name,
    on: (supplier) => supplier.isActive,
    hold: (supplier) => supplier.holdReason,
    balance: (supplier) => supplier.balance && `${supplier.balance} ${supplier.balanceCurrency}`,
    "as of": (supplier) => supplier.balanceAt,
    "a day": (supplier) => supplier.spentPerDay,
    "days left": (supplier) => supplier.runwayDays,
    "open items": (supplier) => supplier.openItems,
    services: (supplier) => supplier.services,
  });
}

/** The supplier of this name or id. Throws not_found. */
export async function findSupplier(db: Db, nameOrId: string) {
  const suppliers = await db.supplier.findMany();
  const found = suppliers.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (!found) throw notFound(`There is no supplier ${nameOrId}.`);
  return found;
}

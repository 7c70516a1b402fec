import { connect, type Database } from "@/lib/base/db/client";
import { seal } from "@/lib/base/secret-box";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { seed } from "@/prisma/seed";
import { firstSupplierKeys, type PanelService, type PanelSupplierKey, panelServices } from "./panel/services";

type Suppliers = {
  /** SHOP_SECRET, which seals the suppliers' API keys. */
  secret: string;
  /** The panel emulator's `/api/v2`. */
  panelUrl: string;
  suppliers?: readonly PanelSupplierKey[];
};

/**
 * Seeds a database and adds the panel emulator's suppliers, the first two by default, with their services. Mapped are
 * those that a new shop sells; the others wait for an operator. Existing rows stay as an operator left them, except for the panel's address, which depends on the port, and its key,
 * which is sealed again with the given secret.
 */
export async function seedWithSuppliers(databaseUrl: string, options: Suppliers): Promise<void> {
  await seed(databaseUrl);
  const { db, close } = connect(databaseUrl, 1);
  try {
    for (const [rank, key] of (options.suppliers ?? firstSupplierKeys).entries()) {
      await addSupplier(db, options, rank + 1, key);
    }
  } finally {
    await close();
  }
}

async function addSupplier(
  db: Database,
  { secret, panelUrl }: Suppliers,
  rank: number,
  key: PanelSupplierKey,
): Promise<void> {
  const name = `Emulator supplier ${rank}`;
  const { id: supplierId } = await db.supplier.upsert({ where: { name }, create: { name }, update: {} });
  const apiKeySealed = seal(secret, `supplier:${supplierId}`, key);
  await db.supplier.update({ where: { id: supplierId }, data: { apiUrl: panelUrl, apiKeySealed } });
  for (const service of panelServices.filter(({ supplier }) => supplier === key)) {
    const externalId = String(service.service);
    const { id: supplierServiceId } = await db.supplierService.upsert({
      where: { supplierId_externalId: { supplierId, externalId } },
      create: {
        supplierId,
        externalId,
        name: service.name,
        type: service.type,
        category: service.category,
        ratePer1000: service.rate,
        minQuantity: service.min,
        maxQuantity: service.max,
        canRefill: service.refill,
        canCancel: service.cancel,
      },
      update: {},
    });
    if (!isSoldFirst(service)) continue;
    const { id: smmServiceId } = await db.smmService.findUniqueOrThrow({
      where: {
        platform_serviceType_variant: {
          platform: service.platform,
          serviceType: service.kind,
          variant: "standard",
        },
      },
    });
    await db.serviceMapping.upsert({
      where: { smmServiceId_supplierServiceId: { smmServiceId, supplierServiceId } },
      create: { smmServiceId, supplierServiceId, preference: rank },
      update: {},
    });
  }
}

function isSoldFirst({ platform, kind }: PanelService): boolean {
  const sold = firstDocument.platforms.find(({ slug }) => slug === platform);
  return sold?.services.some(({ slug }) => slug === kind) ?? false;
}

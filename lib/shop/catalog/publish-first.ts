import type { Database } from "@/lib/base/db/client";
import { documentSchema } from "./document";
import { addOnOfRow, variantOfRow } from "./read-document";
import { firstDocument } from "./vocabulary";
import { lockCatalog, writeDocument } from "./write-document";

/**
 * Gives a shop without platforms the first catalogue as version 1. A shop of release 1.0 has packages, services and
 * prices already, which stay as its operator left them. Does nothing where platforms are.
 */
export async function publishFirst(db: Database): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockCatalog(tx);
    if ((await tx.platform.count()) > 0) return;
    const [packages, addOns, variants] = await Promise.all([
      tx.package.findMany({ orderBy: { position: "asc" }, omit: { position: true } }),
      tx.addOnBundle.findMany({ orderBy: { position: "asc" }, omit: { position: true } }),
      tx.smmService.findMany(),
    ]);
    const factsOf = (platform: string, service: string) => {
      const held = variants.find((row) => row.platform === platform && row.serviceType === service);
      return held ? [variantOfRow(held)] : null;
    };
    const document = documentSchema.parse({
      ...firstDocument,
      platforms: firstDocument.platforms.map((platform) => ({
        ...platform,
        services: platform.services.map((service) => ({
          ...service,
          variants: factsOf(platform.slug, service.slug) ?? service.variants,
        })),
      })),
      ...(packages.length > 0 && { packages, addOns: addOns.map(addOnOfRow) }),
    });
    await writeDocument(tx, document);
    await tx.catalogVersion.create({
      data: { number: 1, document, reason: "The first catalogue", publishedBy: "shop" },
    });
  });
}

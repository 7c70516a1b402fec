import { describe, expect, it } from "vitest";
import { addSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { importServices } from "@/lib/delivery/suppliers/import-services";
import { listMappedServices, listSupplierServices } from "@/lib/delivery/suppliers/list-suppliers";
import { mapService, reorderMappings, unmapService } from "@/lib/delivery/suppliers/map-service";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { byOps, paidOrderFactory } from "../../support/factories";
import { listedServices, nowhere } from "../../support/panel";
import { answering, openEmulator } from "../../support/suppliers";

const { db, panel, provider, audited, submit, findItem } = useDeliveries();
const deps = () => ({ db: db(), provider });

const added = (name: string, apiUrl = panel.url()) =>
  addSupplier(deps(), { supplier: { kind: "panel_v2", name, apiUrl, apiKey: "panel-key-1" }, ...byOps });

const imported = (supplierId: string) => importServices(deps(), { supplierId, ...byOps });

describe("importing services", () => {
  it("adds new services, updates the others, and marks those that can't be mapped", async () => {
    const supplierId = await added("Importer");
    const listed = listedServices;
    expect(await imported(supplierId)).toMatchObject({ listed, added: listed, changed: 0 });
    const where = { supplierId, externalId: "101" };
    await db().supplierService.updateMany({ where, data: { ratePer1000: 9 } });
    expect(await imported(supplierId)).toMatchObject({ added: 0, changed: 1 });
    const [service] = await listSupplierServices(db(), { supplierId, search: "101", limit: 5 });
    expect(service).toMatchObject({ ratePer1000: "0.9", minQuantity: 10, canRefill: true, obstacle: null });
    expect(await audited(supplierId)).toEqual([
      "supplier.added",
      "supplier.services_imported",
      "supplier.services_imported",
    ]);
  });

  it("lists the types that need more than a link and a quantity with the reason, and refuses to map them", async () => {
    const supplierId = await added("Commenter");
    await imported(supplierId);
    const services = await listSupplierServices(db(), { supplierId, limit: 100 });
    const others = services.filter(({ type }) => type !== "Default");
    expect(others.map(({ type }) => type).toSorted()).toEqual(["Custom Comments", "Poll", "Subscriptions"]);
    for (const { id, obstacle } of others) {
      const refused = mapService(db(), { smmServiceId: 1, supplierServiceId: id, ...byOps });
      await expect(refused).rejects.toMatchObject({ code: "invalid_input", userMessage: obstacle });
    }
    expect(services.filter(({ obstacle }) => obstacle === null)).toHaveLength(
      services.length - others.length,
    );
  });

  it("reads odd lists, leaves out invalid entries, and reports mapped services that are gone", async () => {
    const usual = { service: "7", name: "Followers\u0000 HQ", rate: "0.27000", min: "10", max: "5000" };
    const comments = { service: 8, name: "Comments", type: "Custom Comments", rate: 1.5 };
    const list = [
      { ...usual, refill: "1", cancel: 0 },
      { ...comments, min: 1, max: 99_999_999_999, refill: true },
      { service: 9, name: "No rate", min: 1, max: 2 },
      { service: 10, name: "Upside down", rate: "1", min: 5, max: 2 },
      "garbage",
    ];
    const odd = await openEmulator(answering(JSON.stringify(list)));
    const supplierId = await added("Odd", odd.url);
    expect(await imported(supplierId)).toMatchObject({ listed: 2, unreadable: 3, gone: [] });
    const services = await listSupplierServices(db(), { supplierId, limit: 10 });
    expect(services).toMatchObject([
      { externalId: "8", obstacle: expect.any(String), maxQuantity: 2_147_483_647, canRefill: true },
      { externalId: "7", name: "Followers HQ", obstacle: null, canRefill: true, canCancel: false },
    ]);
    const supplierServiceId = services[1]?.id ?? "";
    await mapService(db(), { smmServiceId: 1, supplierServiceId, ...byOps });
    const refused = mapService(db(), { smmServiceId: 1, supplierServiceId: services[0]?.id ?? "", ...byOps });
    expect(await codeOf(refused)).toBe("invalid_input");
    await db().supplier.update({ where: { id: supplierId }, data: { apiUrl: panel.url() } });
    expect(await imported(supplierId)).toMatchObject({ gone: ["Followers HQ"] });
    const [mapping] = await db().serviceMapping.findMany({ where: { supplierServiceId } });
    await unmapService(db(), { mappingId: mapping?.id ?? "", ...byOps });
  });

  it("names a mapped service that needs more than a link and a quantity now, which is asked for nothing", async () => {
    const sold = { service: "7", name: "Followers HQ", rate: "0.27000", min: "10", max: "5000" };
    const lists = [sold, { ...sold, name: "Comments HQ", type: "Custom Comments" }];
    const changing = await openEmulator((response) => answering(JSON.stringify([lists.shift()]))(response));
    const supplierId = await added("Changing", changing.url);
    await imported(supplierId);
    const [service] = await listSupplierServices(db(), { supplierId, limit: 1 });
    await db().serviceMapping.updateMany({ data: { isActive: false } });
    await mapService(db(), { smmServiceId: 1, supplierServiceId: service?.id ?? "", ...byOps });
    expect(await imported(supplierId)).toMatchObject({ gone: [], unfit: ["Comments HQ"] });
    await db().supplier.update({ where: { id: supplierId }, data: { apiUrl: panel.url() } });
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("ready");
    expect((await panel.view()).addCalls).toBe(0);
    await db().serviceMapping.deleteMany({ where: { supplierServiceId: service?.id } });
    await db().serviceMapping.updateMany({ data: { isActive: true } });
  });

  it("fails with a message when there is no list", async () => {
    const supplierId = await added("Silent", nowhere);
    expect(await codeOf(imported(supplierId))).toBe("upstream_failed");
  });
});

describe("mapping", () => {
  it("is to one quality of a service, each of which has its own suppliers", async () => {
    const own = await db().smmService.findFirstOrThrow({
      where: { platform: "tiktok", serviceType: "likes" },
      omit: { priceSteps: true },
    });
    const premium = { variant: "premium", variantLabel: "Premium", id: 900, position: 1 };
    const { id } = await db().smmService.create({ data: { ...own, ...premium } });
    const { id: supplierServiceId } = await db().supplierService.findFirstOrThrow({
      where: { externalId: "112" },
    });
    const mapped = async () =>
      (await listMappedServices(db()))
        .filter(({ mappings }) => mappings.some(({ externalId }) => externalId === "112"))
        .map(({ name }) => name);
    expect(await mapped()).toEqual(["TikTok Likes · Standard"]);
    expect(await mapService(db(), { smmServiceId: id, supplierServiceId, ...byOps })).toBe(true);
    expect(await mapped()).toEqual(["TikTok Likes · Standard", "TikTok Likes · Premium"]);
    await db().serviceMapping.deleteMany({ where: { smmServiceId: id } });
    await db().smmService.delete({ where: { id } });
  });

  it("puts a newly mapped supplier last, until its place is changed", async () => {
    const supplierId = await added("Third");
    await imported(supplierId);
    const [service] = await listSupplierServices(db(), { supplierId, search: "101", limit: 1 });
    const map = () => mapService(db(), { smmServiceId: 1, supplierServiceId: service?.id ?? "", ...byOps });
    expect([await map(), await map()]).toEqual([true, false]);
    const mapped = async () =>
      (await listMappedServices(db())).find(({ smmServiceId }) => smmServiceId === 1)?.mappings ?? [];
    const before = await mapped();
    expect(before.at(-1)).toMatchObject({ supplierName: "Third", ratePer1000: "0.9", minQuantity: 10 });
    const ids = before.map(({ id }) => id);
    const reversed = ids.toReversed();
    await reorderMappings(db(), { smmServiceId: 1, mappingIds: reversed, ...byOps });
    expect((await mapped()).map(({ id }) => id)).toEqual(reversed);

    await unmapService(db(), { mappingId: ids.at(-1) ?? "", ...byOps });
    expect((await mapped())[0]).toMatchObject({ supplierName: "Third", isActive: false });
    expect(await map()).toBe(false);
    expect((await mapped())[0]).toMatchObject({ supplierName: "Third", isActive: true });
    await unmapService(db(), { mappingId: ids.at(-1) ?? "", ...byOps });
    await reorderMappings(db(), { smmServiceId: 1, mappingIds: ids, ...byOps });
  });
});

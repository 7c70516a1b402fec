import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { loadEvidence } from "@/lib/money/disputes/evidence-pack";
import { evidencePdf } from "@/lib/money/disputes/evidence-pdf";
import { publishText } from "@/lib/shop/legal/publish-text";
import { byOps } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();

const now = new Date("2026-11-21T12:00:00Z");

/** A delivered order, with counts, a supplier and a mail that was sent. */
async function deliveredOrder() {
  const placed = await shop.placePaid();
  const { orderId } = placed;
  const supplier = await db().supplier.create({
    data: {
      name: `Secret panel ${newId()}`,
      apiUrl: "https://panel.example/api",
      apiKeySealed: "sealed-key",
    },
  });
  const [item] = (await shop.order(orderId)).items;
  const sent = { supplierId: supplier.id, providerOrderId: "77001", startCount: 1200 };
  await shop.setItems(orderId, { state: "completed", remains: 0, ...sent });
  await db().targetCount.create({
    data: { itemId: item?.id ?? "", moment: "after", count: 1301, source: "public profile" },
  });
  await db().emailLog.updateMany({ where: { orderId }, data: { state: "sent", sentAt: now } });
  return { ...placed, supplierName: supplier.name };
}

describe("an order's evidence", () => {
  it("shows that the buyer ordered, accepted the terms, paid, got the delivery and was informed", async () => {
    const { orderId, sessionId } = await deliveredOrder();
    const pack = await loadEvidence(db(), orderId, now);
    expect(pack).toMatchObject({
      madeAt: now.toISOString(),
      order: { id: orderId, email: "buyer@example.com", paidCents: 229, quantity: 100 },
      payments: [{ sessionId, amountCents: 229 }],
      delivery: [
        { ordered: 100, delivered: 100, state: "completed", startCount: 1200, counts: [{ shown: "1,301" }] },
      ],
      mails: [{ kind: "order-confirmed", recipient: "buyer@example.com", sentAt: now.toISOString() }],
    });
    expect(pack.timeline.map(({ message }) => message)).toEqual(
      expect.arrayContaining(["Order placed", "Payment received"]),
    );
  });

  it("quotes the texts that the buyer accepted, and when, also after the shop has published others", async () => {
    const { orderId } = await deliveredOrder();
    await publishText(db(), { kind: "refunds", basedOn: 2, lead: "", body: "Nothing is refunded." }, byOps);
    const { consent } = await loadEvidence(db(), orderId, now);
    expect(consent).toMatchObject({ locale: "en", isTicked: false });
    expect(consent.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(consent.message).toMatch(
      /^By paying you agree to the Terms of Service .* ask us to begin at once/,
    );
    expect(consent.texts.map(({ title, version }) => [title, version])).toEqual([
      ["Terms of Service", 2],
      ["Privacy Policy", 1],
      ["Refund Policy", 2],
    ]);
    const words = consent.texts.flatMap(({ lines }) => lines).join("\n");
    expect(words).toContain("- A person reviews a request within 3-5 business days and answers by email.");
    expect(words).toContain("These terms are governed by United States law.");
    expect(words).not.toContain("Nothing is refunded");
  });

  it("of an order without a stored acceptance says what its page said, and quotes no present text", async () => {
    const { orderId } = await shop.place();
    await db().order.update({ where: { id: orderId }, data: { acceptance: Prisma.DbNull } });
    const { consent } = await loadEvidence(db(), orderId, now);
    expect(consent.message).toMatch(/^By paying you agree to the Terms of Service\./);
    expect(consent).toMatchObject({ locale: null, texts: [] });
  });

  it("has no key, no link that opens the order, and no data of the supplier", async () => {
    const { orderId, token, supplierName } = await deliveredOrder();
    const text = JSON.stringify(await loadEvidence(db(), orderId, now));
    const secrets = [token, supplierName, "panel.example", "sealed-key", "77001"];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe("its PDF", () => {
  it("can be opened, has the order's number, and is the same file for the same pack", async () => {
    const { orderId } = await deliveredOrder();
    const pack = await loadEvidence(db(), orderId, now);
    const file = await evidencePdf(pack, "Groundswell");
    expect(await evidencePdf(pack, "Groundswell")).toEqual(file);
    const pdf = await PDFDocument.load(file);
    expect(pdf.getTitle()).toBe(`Evidence for order #${pack.order.shortId}`);
    // The order on the first page, then the accepted texts.
    expect(pdf.getPageCount()).toBeGreaterThan(2);
  });

  it("can be made with letters that its font lacks, links longer than a line, and many pages", async () => {
    const { orderId } = await deliveredOrder();
    const pack = await loadEvidence(db(), orderId, now);
    const event = { at: now.toISOString(), type: "x", message: `نص 🌊 ${"x".repeat(400)}` };
    const long = { ...pack, timeline: Array.from({ length: 100 }, () => event) };
    const pdf = await PDFDocument.load(await evidencePdf(long, "Größe 🌊"));
    expect(pdf.getPageCount()).toBeGreaterThan(4);
  });
});

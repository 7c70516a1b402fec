import { describe, expect, it } from "vitest";
import { addMs, day } from "@/lib/base/time/time";
import { checkAcceptance } from "@/lib/buyer/checkout/check-acceptance";
import type { OrderCaller } from "@/lib/buyer/checkout/create-order";
import { adoptSession } from "@/lib/money/payments/adopt-session";
import { recordAcceptance } from "@/lib/orders/order/record-acceptance";
import { readAcceptance } from "@/lib/shop/legal/acceptance";
import { consentLine, consentLineKey } from "@/lib/shop/legal/consent-line";
import { loadTextVersions, newestVersions } from "@/lib/shop/legal/find-text";
import { publishText } from "@/lib/shop/legal/publish-text";
import { saveSettings } from "@/lib/shop/settings/save-settings";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { newGuest, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();
const now = new Date();
const { imprint: _imprint, accessibility: _accessibility, ...first } = newestVersions({});

const create = (changes: object = {}, caller: OrderCaller = newGuest(), key: string | null = null) =>
  shop.create(changes, caller, key, { now });
const acceptanceOf = async (orderId: string) => readAcceptance((await shop.order(orderId)).acceptance);
const ask = (asksForTick: boolean) => saveSettings(db(), { change: { asksForTick }, ...byOps });

describe("an order", () => {
  it("stores the versions that its page showed, the line beside the button, the language and the time", async () => {
    const { orderId } = await create({ accepted: first }, { ...newGuest(), locale: "de-CH" });
    expect(await acceptanceOf(orderId)).toEqual({
      at: now.toISOString(),
      locale: "de-CH",
      versions: first,
      statement: expect.stringMatching(
        /^By paying you agree to the Terms of Service and the Refund Policy, and ask us to begin at once: you can't withdraw from what was delivered\..* at least 18, /,
      ),
      isTicked: false,
      shop: { name: "Groundswell", supportEmail: "support@groundswell.example" },
    });
  });

  it("of a caller without the page accepts the present versions", async () => {
    const { orderId } = await create();
    expect(await acceptanceOf(orderId)).toMatchObject({ versions: first, locale: "en" });
  });

  it("keeps in its line the age that the operator has set", async () => {
    await saveSettings(db(), { change: { minimumAge: 16 }, ...byOps });
    const { orderId } = await create();
    expect((await acceptanceOf(orderId))?.statement).toContain("at least 16,");
  });

  it("of a page whose line named another age is refused", async () => {
    const line = consentLineKey(consentLine(18));
    expect(await codeOf(create({ accepted: { ...first, line } }))).toBe("conflict");
    await create({ accepted: { ...first, line: consentLineKey(consentLine(16)) } });
  });

  it.each([
    ["names no texts", undefined],
    ["says nothing of a tick", first],
    ["is not ticked", { ...first, isTicked: false }],
  ])("that %s is refused and not stored while the shop asks for a tick", async (_, accepted) => {
    await ask(true);
    const before = await db().order.count();
    await expect(create({ accepted })).rejects.toMatchObject({
      code: "invalid_input",
      userMessage: "Please tick the box beside the button before you pay.",
    });
    expect(await db().order.count()).toBe(before);
  });

  it("is stored as ticked only while the shop asks for a tick", async () => {
    await ask(true);
    const { orderId } = await create({ accepted: { ...first, isTicked: true } });
    expect(await acceptanceOf(orderId)).toMatchObject({ isTicked: true });
    await ask(false);
    const unasked = await create({ accepted: { ...first, isTicked: true } });
    expect(await acceptanceOf(unasked.orderId)).toMatchObject({ isTicked: false });
  });

  it("that Stripe knows and the database has lost is rebuilt with the versions that its buyer accepted", async () => {
    const { orderId } = await create({ accepted: first }, { ...newGuest(), locale: "fr" });
    const accepted = await acceptanceOf(orderId);
    const [session] = await stripe.sessionsOf(orderId);
    await db().order.delete({ where: { id: orderId } });
    const deps = shop.deps({ now });
    const known = await deps.stripe.checkout.sessions.retrieve(session?.id ?? "");
    expect(await adoptSession(deps, known)).toBe(true);
    expect(await acceptanceOf(orderId)).toEqual(accepted);
  });

  it("of a page with older terms is refused, and the same click made again later is the same order", async () => {
    const guest = newGuest();
    const placed = await create({ accepted: first }, guest, "a-click-before-the-change");
    await publishText(db(), { kind: "terms", basedOn: first.terms, lead: "", body: "New terms." }, byOps);
    await expect(create({ accepted: first })).rejects.toMatchObject({
      code: "conflict",
      userMessage: expect.stringContaining("nothing was ordered"),
    });
    expect(await create({ accepted: first }, guest, "a-click-before-the-change")).toEqual(placed);
    const { orderId } = await create({ accepted: { ...first, terms: first.terms + 1 } });
    expect(await acceptanceOf(orderId)).toMatchObject({ versions: { ...first, terms: first.terms + 1 } });
  });
});

describe("paying again", () => {
  const agreed = async (terms: number) => {
    const [settings, versions] = await Promise.all([loadSettings(db()), loadTextVersions(db())]);
    return checkAcceptance({ ...first, terms }, { settings, versions, locale: "en", at: addMs(now, day) });
  };

  it("accepts the present texts, and a paid order keeps those it was paid under", async () => {
    const { orderId } = await shop.place({ accepted: { ...first, terms: first.terms + 1 } });
    const old = await acceptanceOf(orderId);
    await publishText(
      db(),
      { kind: "terms", basedOn: first.terms + 1, lead: "", body: "Newer terms." },
      byOps,
    );
    expect(await codeOf(agreed(first.terms + 1))).toBe("conflict");
    const today = await agreed(first.terms + 2);
    await recordAcceptance(db(), orderId, today);
    expect(await acceptanceOf(orderId)).toEqual(today);
    expect(today.versions).not.toEqual(old?.versions);

    const paid = await shop.placePaid({ accepted: { ...first, terms: first.terms + 2 } });
    const kept = await acceptanceOf(paid.orderId);
    await recordAcceptance(db(), paid.orderId, { ...today, locale: "it" });
    expect(await acceptanceOf(paid.orderId)).toEqual(kept);
    const sql = `UPDATE orders SET acceptance = NULL WHERE id = '${paid.orderId}'`;
    await expect(db().$executeRawUnsafe(sql)).rejects.toThrow(/does not change/);
  });
});

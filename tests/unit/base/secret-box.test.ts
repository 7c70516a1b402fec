import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { reseal, type SealedPlace, seal, unseal, unsealBound } from "@/lib/base/secret-box";
import { openDevice, sealDevice } from "@/lib/people/auth/known-device";
import { openSession, sealSession } from "@/lib/people/auth/session-token";
import { sealAsRelease100, unsealAsRelease100 } from "../../support/sealed-before";

const old = "5b1d09e7c2f84a63bd7e10f5a8c394d2";
const fresh = "e83a7fd1054cb9626d0f1b8ea4975c3d";
const both = `${fresh},${old}`;
const place = "supplier:1";

describe("a replaced secret, with the old key after the new one", () => {
  it("opens values that either key sealed, and seals with the new one", () => {
    expect(unseal(both, place, seal(old, place, "value"))).toBe("value");
    expect(unseal(fresh, place, seal(both, place, "value"))).toBe("value");
    expect(() => unseal(old, place, seal(both, place, "value"))).toThrow();
  });

  it("seals old values again with the new key, and leaves new ones alone", () => {
    const sealed = seal(old, place, "value");
    expect(unseal(fresh, place, reseal(both, place, sealed) ?? "")).toBe("value");
    expect(reseal(both, place, seal(fresh, place, "value"))).toBeNull();
    expect(() => reseal(fresh, place, sealed)).toThrow();
  });

  it("keeps sessions and known browsers, and makes new ones with the new key", async () => {
    const claims = { userId: newId(), sessionId: newId(), version: 1 };
    const before = await sealSession(old, "shop_session", claims);
    expect((await openSession(both, "shop_session", before))?.claims).toEqual(claims);
    expect(await openSession(fresh, "shop_session", before)).toBeNull();
    const after = await sealSession(both, "shop_session", claims);
    expect((await openSession(fresh, "shop_session", after))?.claims).toEqual(claims);
    const device = sealDevice(old, claims);
    expect(openDevice(both, claims, device)).not.toBeNull();
    expect(openDevice(fresh, claims, device)).toBeNull();
    expect(openDevice(both, { ...claims, userId: newId() }, device)).toBeNull();
    expect(openDevice(fresh, claims, sealDevice(both, claims))).not.toBeNull();
  });
});

describe("a sealed value", () => {
  it.each<SealedPlace>(["supplier:2", "second-factor:1", "telegram-token", "mailed-link", "account-mail"])(
    "can't be opened or sealed again as %s, where it was moved",
    (elsewhere) => {
      const sealed = seal(fresh, place, "value");
      expect(() => unseal(fresh, elsewhere, sealed)).toThrow(`not sealed for ${elsewhere}`);
      expect(() => unsealBound(fresh, elsewhere, sealed)).toThrow();
      expect(() => reseal(both, elsewhere, sealed)).toThrow();
      expect(unsealBound(fresh, place, sealed)).toBe("value");
    },
  );

  it("can't be changed, not even in the part that binds it", () => {
    const sealed = Buffer.from(seal(fresh, place, "value"), "base64url");
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect.soft(() => unseal(fresh, place, changed.toString("base64url")), `byte ${at}`).toThrow();
    }
  });

  it("of release 1.0.0 is opened, known to be unbound, and bound when it is sealed again", () => {
    const sealed = sealAsRelease100(fresh, "value");
    expect(unseal(fresh, place, sealed)).toBe("value");
    expect(unsealBound(fresh, place, sealed)).toBeNull();
    const bound = reseal(fresh, place, sealed) ?? "";
    expect(unsealBound(fresh, place, bound)).toBe("value");
  });

  it("can be opened by release 1.0.0", () => {
    expect(unsealAsRelease100(fresh, seal(both, place, "value"))).toBe("value");
  });
});

import { describe, expect, it } from "vitest";
import { openDevice, sealDevice } from "@/lib/auth/known-device";
import { openSession, sealSession } from "@/lib/auth/session-token";
import { newId } from "@/lib/ids";
import { reseal, seal, unseal } from "@/lib/secret-box";

const old = "5b1d09e7c2f84a63bd7e10f5a8c394d2";
const fresh = "e83a7fd1054cb9626d0f1b8ea4975c3d";
const both = `${fresh},${old}`;

describe("a replaced secret, with the old key after the new one", () => {
  it("opens values that either key sealed, and seals with the new one", () => {
    expect(unseal(both, seal(old, "value"))).toBe("value");
    expect(unseal(fresh, seal(both, "value"))).toBe("value");
    expect(() => unseal(old, seal(both, "value"))).toThrow();
  });

  it("seals old values again with the new key, and leaves new ones alone", () => {
    const sealed = seal(old, "value");
    expect(unseal(fresh, reseal(both, sealed) ?? "")).toBe("value");
    expect(reseal(both, seal(fresh, "value"))).toBeNull();
    expect(() => reseal(fresh, sealed)).toThrow();
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

import { describe, expect, it } from "vitest";
import { createDetailsStore, emptyDetails } from "@/components/purchase/purchase-details";
import { createSafeStorage } from "@/lib/base/safe-storage";
import { profile } from "./profile-fixture";

const newStore = () => createDetailsStore(createSafeStorage(() => null));

describe("the purchase details", () => {
  it("come back after a reload", () => {
    const storage = createSafeStorage(() => null);
    const addOns = [{ id: "checkout-followers-500", count: 2 }];
    const change = { username: "ocean.photos", email: "a@b.co", packageId: "followers-100", profile, addOns };
    createDetailsStore(storage).update("instagram", "followers", change);
    expect(createDetailsStore(storage).read("instagram", "followers")).toEqual({
      ...emptyDetails,
      ...change,
      account: profile.username,
    });
  });

  it("are kept apart by platform and by service", () => {
    const store = newStore();
    store.update("instagram", "followers", { username: "one" });
    expect(store.read("tiktok", "followers")).toEqual(emptyDetails);
    expect(store.read("instagram", "likes")).toEqual(emptyDetails);
  });

  it("are the same object until they change", () => {
    const store = newStore();
    store.update("instagram", "followers", { email: "a@b.co" });
    const first = store.read("instagram", "followers");
    expect(store.read("instagram", "followers")).toBe(first);
    store.update("instagram", "followers", { email: "c@d.co" });
    expect(store.read("instagram", "followers")).not.toBe(first);
  });

  it("tell their subscribers of each change", () => {
    const store = newStore();
    let calls = 0;
    const stop = store.subscribe(() => calls++);
    store.update("tiktok", "views", { email: "a@b.co" });
    stop();
    store.update("tiktok", "views", { email: "c@d.co" });
    expect(calls).toBe(1);
  });

  it("forget the chosen posts when the account changes, not when its name is corrected", () => {
    const store = newStore();
    const posts = [
      { id: "p1", kind: "post" as const, url: "https://x.test/p1", imageUrl: null, quantity: 50 },
    ];
    store.update("instagram", "likes", { profile, posts });
    store.update("instagram", "likes", { profile: { ...profile, fullName: "Renamed" } });
    store.update("instagram", "likes", { username: "a typo", profile: null });
    store.update("instagram", "likes", { profile });
    expect(store.read("instagram", "likes").posts).toEqual(posts);
    store.update("instagram", "likes", { profile: null });
    store.update("instagram", "likes", { profile: { ...profile, username: "other" } });
    expect(store.read("instagram", "likes").posts).toEqual([]);
  });

  it.each(["", "null", "[]", "{", '"text"'])("are empty when the stored text is '%s'", (text) => {
    const storage = createSafeStorage(() => null);
    storage.write("purchase:instagram:followers", text);
    expect(createDetailsStore(storage).read("instagram", "followers")).toEqual(emptyDetails);
  });

  it("keep only the parts of a stored text that are whole", () => {
    const storage = createSafeStorage(() => null);
    storage.write(
      "purchase:instagram:followers",
      '{"email":7,"addOns":[{"id":"a","count":99},{"id":"b","count":1}],"posts":[{"id":"p","quantity":0}],"profile":{}}',
    );
    expect(createDetailsStore(storage).read("instagram", "followers")).toEqual({
      ...emptyDetails,
      addOns: [{ id: "b", count: 1 }],
    });
  });
});

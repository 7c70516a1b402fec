import { describe, expect, it } from "vitest";
import { forgetVisitor, keepTab, noteVisitor } from "@/components/layout/visitor-traces";

/** A browser's store. */
function newStore(entries: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const keysOf = (store: Storage) => Array.from({ length: store.length }, (_, index) => store.key(index));
const written = () => ({
  "purchase:attempts": "/order/secret",
  "purchase:instagram:followers": "ada@example.com",
  "analytics:references": "/order/secret",
  theme: "dark",
  "answer:7": "Dear customer",
});

describe("the traces of a customer", () => {
  it("are removed from both stores once the customer is signed out; the theme and drafts stay", () => {
    const stores = [newStore(written()), newStore(written())];
    noteVisitor(() => stores);
    forgetVisitor(() => stores);
    expect(stores.map(keysOf)).toEqual(Array(2).fill(["theme", "answer:7"]));
  });

  it("stay when no customer has signed in, because they are a guest's own", () => {
    const store = newStore(written());
    forgetVisitor(() => [store]);
    expect(keysOf(store)).toEqual(Object.keys(written()));
  });

  it("are removed in every tab that saw the customer, also after another tab removed its own", () => {
    const [shared, tab] = [newStore(), newStore(written())];
    noteVisitor(() => [shared, tab]);
    forgetVisitor(() => [shared]);
    forgetVisitor(() => [shared, tab]);
    expect(keysOf(tab)).toEqual(["theme", "answer:7"]);
  });

  it("of this tab stay as a guest's when the session ended by itself; those of all tabs go", () => {
    const [shared, tab] = [newStore(written()), newStore(written())];
    noteVisitor(() => [shared, tab]);
    keepTab(() => tab);
    forgetVisitor(() => [shared, tab]);
    expect(keysOf(shared)).toEqual(["theme", "answer:7"]);
    expect(keysOf(tab)).toEqual(Object.keys(written()));
  });

  it("cause no error when a store is full or missing", () => {
    const full = {
      ...newStore(),
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(() => noteVisitor(() => [full])).not.toThrow();
    expect(() => forgetVisitor(() => [])).not.toThrow();
  });
});

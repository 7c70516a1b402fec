import { afterEach, describe, expect, it } from "vitest";
import { dropToasts, subscribeToToasts, takeToasts, toast, wantsToasts } from "@/components/ui/toast";

let release = () => {};
afterEach(() => release());

describe("toasts", () => {
  it("wait until the library has loaded, and are then shown in order", () => {
    const shown: string[] = [];
    let asked = 0;
    const unsubscribe = subscribeToToasts(() => {
      asked += 1;
    });
    expect(wantsToasts()).toBe(false);
    toast.success("first", { description: "more" });
    toast.error("second");
    expect([asked > 0, wantsToasts()]).toEqual([true, true]);
    release = takeToasts(({ kind, title }) => shown.push(`${kind} ${title}`));
    toast.info("third");
    expect(shown).toEqual(["success first", "error second", "info third"]);
    unsubscribe();
  });

  it("are kept until a component that shows them is mounted", () => {
    const shown: string[] = [];
    takeToasts(() => {})();
    toast.info("between two pages");
    release = takeToasts(({ title }) => shown.push(title));
    expect(shown).toEqual(["between two pages"]);
  });

  it("are dropped when the library can't be loaded, and the next toast loads it again", () => {
    const shown: string[] = [];
    takeToasts(() => {})();
    toast.info("lost");
    dropToasts();
    expect(wantsToasts()).toBe(false);
    toast.info("shown");
    expect(wantsToasts()).toBe(true);
    release = takeToasts(({ title }) => shown.push(title));
    expect(shown).toEqual(["shown"]);
  });
});

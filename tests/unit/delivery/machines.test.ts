import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ItemState, OrderStatus } from "@/lib/db/generated/enums";
import { canItemBecome, isItemFinal } from "@/lib/delivery/item-status";
import { canOrderBecome } from "@/lib/orders/order-status";

const anyItemWalk = fc.array(fc.constantFrom(...Object.values(ItemState)), { maxLength: 60 });
const anyOrderWalk = fc.array(fc.constantFrom(...Object.values(OrderStatus)), { maxLength: 60 });

/** The states a machine comes through when it is asked for these, one after the other, and takes what it may. */
function walk<State extends string>(
  start: State,
  wishes: State[],
  mayBecome: (from: State, to: State) => boolean,
): State[] {
  const states = [start];
  for (const wish of wishes) {
    const last = states.at(-1) ?? start;
    if (mayBecome(last, wish)) states.push(wish);
  }
  return states;
}

/** Which of the states can be reached from one, in any number of steps. */
function reachable<State extends string>(
  from: State,
  all: State[],
  mayBecome: (from: State, to: State) => boolean,
): Set<State> {
  const found = new Set([from]);
  for (const state of found) for (const next of all) if (mayBecome(state, next)) found.add(next);
  return found;
}

describe("whatever is asked of an item, in whatever order", () => {
  it("nothing follows its end", () => {
    fc.assert(
      fc.property(anyItemWalk, (wishes) => {
        const states = walk<ItemState>("waiting", wishes, canItemBecome);
        const end = states.findIndex(isItemFinal);
        expect(end === -1 || end === states.length - 1).toBe(true);
      }),
    );
  });

  it("it is sent only from ready, and after a lost answer only by evidence or a decision", () => {
    fc.assert(
      fc.property(anyItemWalk, (wishes) => {
        const states = walk<ItemState>("waiting", wishes, canItemBecome);
        for (const [index, state] of states.entries()) {
          if (state === "submitting") expect(states[index - 1]).toBe("ready");
          if (state === "unknown")
            expect(["submitted", "ready", "canceled", undefined]).toContain(states[index + 1]);
        }
      }),
    );
  });

  it("it has been at a supplier before it is delivered", () => {
    fc.assert(
      fc.property(anyItemWalk, (wishes) => {
        const states = walk<ItemState>("waiting", wishes, canItemBecome);
        if (states.includes("completed") || states.includes("partial")) expect(states).toContain("submitted");
      }),
    );
  });

  it.each(Object.values(ItemState))("%s is no dead end: a final state can be reached", (state) => {
    expect([...reachable(state, Object.values(ItemState), canItemBecome)].some(isItemFinal)).toBe(true);
  });
});

describe("whatever is asked of an order, in whatever order", () => {
  const finals: OrderStatus[] = ["completed", "partial", "failed"];

  it("nothing follows completed, partial and failed", () => {
    fc.assert(
      fc.property(anyOrderWalk, (wishes) => {
        const states = walk<OrderStatus>("pending", wishes, canOrderBecome);
        const end = states.findIndex((state) => finals.includes(state));
        expect(end === -1 || end === states.length - 1).toBe(true);
      }),
    );
  });

  it("it is paid at most once, and before anything of it is delivered", () => {
    fc.assert(
      fc.property(anyOrderWalk, (wishes) => {
        const states = walk<OrderStatus>("pending", wishes, canOrderBecome);
        expect(states.filter((state) => state === "processing").length).toBeLessThanOrEqual(1);
        if (states.includes("completed") || states.includes("partial"))
          expect(states).toContain("processing");
      }),
    );
  });
});

import { setTimeout as wait } from "node:timers/promises";
import { panelSupplierKeys } from "@/lib/local/panel/services";
import type { SupplierHabits } from "@/lib/local/panel/state";
import type { CounterHabits } from "@/lib/local/social/state";
import { control } from "../support/control";
import type { Injection } from "./plan";

/** How accounts show their counters from then on; `amount` is an age in milliseconds. */
const lastingCounters: Record<string, (amount: number) => CounterHabits> = {
  lags: (amount) => ({ lagsMs: [amount] }),
  "goes back": (amount) => ({ lagsMs: [0, amount] }),
  "rounds to a text": () => ({ rounds: "text" }),
  "rounds to zeros": () => ({ rounds: "number" }),
};

/** The same for `amount` milliseconds. */
const passingCounters: Record<string, CounterHabits> = {
  "hides its counts": { hides: "null" },
  "leaves its counts out": { hides: "missing" },
  "is down": { isDown: true },
};

/** A supplier's behavior for a while. */
const suppliersHabits: Record<string, SupplierHabits> = {
  "writes 0 while pending": { remains: { Pending: "0" } },
  "writes nothing while pending": { remains: { Pending: "" } },
  "writes null while pending": { remains: { Pending: null } },
  "writes all until the end": { remains: { Pending: "full", "In progress": "full" } },
  "cancels with 0 left": { remains: { Canceled: "0" } },
  "debits late": { debitMs: 3_000 },
  "pads its balance": { balance: "padded" },
  "writes a comma": { balance: "comma" },
  "looks up before it places": { lookupMs: 800 },
  "delivers late": { lateMs: 3_000 },
  "charges more": { priceFactor: 3 },
  "fails whole batches": { failsBatches: true },
};

const jumpBackMs = 2_000;

/** The names of all that accounts and suppliers do, for the plan. */
export const lastingCounterNames = Object.keys(lastingCounters);
export const passingCounterNames = Object.keys(passingCounters);
export const supplierHabitNames = Object.keys(suppliersHabits);

/** The outside's habits beside failing: accounts whose counters say little, suppliers that write as many do. */
export function openOutside(urls: { panel: string; social: string }) {
  const counters = new Map<string, CounterHabits>();
  const habits = new Map<string, SupplierHabits>();

  function showCounters(account: string, change: CounterHabits): Promise<unknown> {
    const all = { ...counters.get(account), ...change };
    counters.set(account, all);
    return control(`${urls.social}/_control`, { counters: { [account]: all } });
  }

  function behave(supplier: string, change: SupplierHabits): Promise<unknown> {
    const all = { ...habits.get(supplier), ...change };
    habits.set(supplier, all);
    return control(`${urls.panel}/_control`, { suppliers: { [supplier]: all } });
  }

  return {
    /** Resolves when it is over. `account` is `<platform> <handle>`. */
    async account(account: string, { fault, amount }: Injection): Promise<void> {
      const lasting = lastingCounters[fault]?.(amount);
      if (lasting) return void (await showCounters(account, lasting));
      const passing = passingCounters[fault];
      if (passing) {
        await showCounters(account, passing);
        await wait(amount);
        return void (await showCounters(account, { hides: undefined, isDown: undefined }));
      }
      const [platform, handle] = account.split(" ");
      const jump = (units: number) =>
        control(`${urls.social}/_control`, { jumps: { [`${platform} followers ${handle}`]: units } });
      await jump(amount);
      await wait(jumpBackMs);
      await jump(-amount);
    },
    /** Resolves when it is over. `turn` chooses the supplier. */
    async supplier(turn: number, { fault, amount }: Injection): Promise<void> {
      const supplier = panelSupplierKeys[turn % panelSupplierKeys.length] ?? panelSupplierKeys[0];
      const change = suppliersHabits[fault];
      if (change) {
        await behave(supplier, change);
        await wait(amount);
        const end = Object.fromEntries(Object.keys(change).map((habit) => [habit, undefined]));
        return void (await behave(supplier, end));
      }
      // Another customer of the same account buys, or gets something back.
      const dollars = (fault === "gives another customer back" ? -1 : 1) * (amount / 1_000);
      await control(`${urls.panel}/_control`, { spend: { [supplier]: dollars } });
    },
  };
}

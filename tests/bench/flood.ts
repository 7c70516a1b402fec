import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Flood, floods } from "./floods";
import { addressOf } from "./send";

/**
 * One flood, in a process of its own so that its processor time is not measured as the shop's: lasts until the first
 * message, and then sends its answers to its parent. `flood.ts <origin> <name> <order path>`.
 */
const [origin = "", name = "", orderPath = ""] = process.argv.slice(2);
const flood = floodOf(name);
const block = 1 + Object.keys(floods).indexOf(name);

/** The number of answers by status, or by the reason for none. */
export type Flooded = Record<string, number>;

const answers: Flooded = {};
const agent = new Agent({ keepAlive: true });
const start = performance.now();
let sent = 0;

function floodOf(named: string): Flood {
  const found = floods[named];
  if (!found) throw new Error(`there is no flood ${named}`);
  return found;
}

async function attackAgainAndAgain(lane: number): Promise<never> {
  for (;;) {
    const nth = sent++;
    await wait(start + (nth * 1_000) / flood.perSecond - performance.now());
    const from = addressOf(block, flood.addresses ? lane % flood.addresses : nth);
    const answer = await flood
      .attack({ origin, orderPath, nth, caller: { from, agent } })
      .catch(({ message }: Error) => message.slice(0, 40));
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
}

for (let lane = 0; lane < flood.connections; lane++) void attackAgainAndAgain(lane);
process.once("message", () => process.send?.(answers, () => process.exit(0)));
process.once("disconnect", () => process.exit(0));

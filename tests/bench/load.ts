import autocannon from "autocannon";
import { newBody, requestsWith } from "./place-order";

/**
 * One load, in a process of its own so that its processor time is not measured as the emulators', which run in the
 * benchmark's: sends the number of requests and of seconds to its parent. `load.ts <address> <seconds> order|page`.
 */
const [url = "", seconds, kind] = process.argv.slice(2);

export type Loaded = { requests: number; seconds: number };

const result = await autocannon({
  url,
  connections: 16,
  duration: Number(seconds),
  ...requestsWith(kind === "order" ? newBody : undefined),
});
if (result.non2xx + result.errors + result.timeouts > 0) {
  throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`);
}
const loaded: Loaded = { requests: result.requests.total, seconds: result.duration };
process.send?.(loaded, () => process.exit(0));

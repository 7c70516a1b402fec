import { startLocalShop } from "@/lib/local/shop";
import { shopUnderTest } from "./local-shop";

/** Starts the whole shop for the run; returns the function that stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const shop = await startLocalShop({
    ...shopUnderTest,
    onStep: () => undefined,
    onOutput: (line) => process.stderr.write(`${line}\n`),
  });
  return () => shop.stop();
}

import { startLocalShop } from "@/lib/local/shop";
import { shopUnderTest } from "./local-shop";

// Builds the shop for the browser tests and checks that it starts and stops.
try {
  const shop = await startLocalShop({
    ...shopUnderTest,
    onStep: (step) => console.log(step),
    onOutput: (line) => console.log(line),
  });
  await shop.stop();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

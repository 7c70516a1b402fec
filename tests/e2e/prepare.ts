import { ensureBuilt } from "@/lib/local/build";
import { localEnv, localSecret } from "@/lib/local/local-env";
import { databaseUrl, shopUnderTest } from "./local-shop";

// Builds the shop for the browser tests, whose global set-up starts it.
const { port, dataDir, distDir } = shopUnderTest;
try {
  console.log(await ensureBuilt(distDir, localEnv(port, databaseUrl, localSecret(dataDir))));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// `npm test` and, with --quick, `npm run check`. Installs what is missing, runs every step even after a failure, and ends
// with one line that counts: each test of vitest and Playwright, and format, types, dead code and build as one.
import { ensureInstalled } from "../lib/local/install.mjs";
import { browserSuite, check, end, vitestSuite } from "./steps.mjs";

ensureInstalled();

check("format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "."]);
check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."]);
check("dead code", ["node_modules/knip/bin/knip.js"]);
if (process.argv.includes("--quick")) {
  vitestSuite("unit tests", ["unit"]);
} else {
  vitestSuite("unit and integration tests", ["unit", "integration"]);
  // `npm run test:deep` uses the full browser.
  await browserSuite("browser tests", ["desktop", "phone"], { shell: true });
}
end();

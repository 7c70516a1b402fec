import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PanelSupplierKey } from "../panel/services";

/** The scene's suppliers, in the order in which they are asked. */
export const busySupplierKeys: readonly PanelSupplierKey[] = ["panel-key-1", "panel-key-2", "panel-key-3"];

/** Runs main.ts in the shop's own environment. Rejects with the end of its output when it fails. */
export async function inventBusyWeeks(dataDir: string, env: Record<string, string>): Promise<void> {
  const args = ["--import", "tsx", "lib/local/busy/main.ts", "--data", dataDir];
  await promisify(execFile)(process.execPath, args, { env: { ...env, NODE_ENV: "production" } }).catch(
    ({ stderr }) => {
      throw new Error(`The busy weeks could not be invented:\n${String(stderr).slice(-4_000)}`);
    },
  );
}

import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Emulator } from "@/lib/local/emulator";
import { startPanel } from "@/lib/local/panel/start";
import type { TestDatabase } from "./database";

export type PanelView = {
  addCalls: number;
  accepted: number;
  overlaps: number;
  calls: Record<string, number>;
  orders: Record<string, { status: string; remains: number; quantity: number; link: string; key: string }>;
};

/**
 * A supplier panel for one test file, forgotten between tests; the shop's emulator suppliers are pointed at it and
 * off hold. Call it after useDatabase().
 */
export function usePanel(database: { readonly current: TestDatabase }) {
  let panel: Emulator | undefined;
  const url = () => {
    if (!panel) throw new Error("the panel exists inside tests only");
    return panel.url;
  };
  const post = async (path: string, body: object): Promise<PanelView> => {
    const response = await fetch(`${url()}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as PanelView;
  };
  beforeAll(async () => {
    panel = await startPanel({ port: 0 });
  });
  beforeEach(async () => {
    await post("/_control/reset", {});
    await pointSuppliersAt(database.current, `${url()}/api/v2`);
  });
  afterAll(async () => {
    await panel?.close();
  });
  return {
    /** Where suppliers take orders. */
    url: () => `${url()}/api/v2`,
    control: (body: object) => post("/_control", body),
    view: async () => (await (await fetch(`${url()}/_control`)).json()) as PanelView,
  };
}

/** Gives every supplier this address and takes it off hold, with a closed breaker and a full bucket. */
export async function pointSuppliersAt({ db }: TestDatabase, apiUrl: string): Promise<void> {
  const well = { holdUntil: null, holdReason: null, openUntil: null, failures: 0 };
  await db.supplier.updateMany({ data: { apiUrl, ...well, tokens: 500, tokensAt: new Date() } });
}

import { beforeEach } from "vitest";
import { panelServices, panelSupplierKeys } from "@/lib/local/panel/services";
import { startPanel } from "@/lib/local/panel/start";
import type { TestDatabase } from "./database";
import { useEmulator } from "./emulator";

export type PanelView = {
  addCalls: number;
  accepted: number;
  overlaps: number;
  calls: Record<string, number>;
  balance: Record<string, number>;
  orders: Record<
    string,
    {
      status: string;
      remains: number;
      quantity: number;
      link: string;
      service: number;
      charge: string;
      key: string;
      /** Units on the account. */
      there: number;
    }
  >;
};

/**
 * A supplier panel for one test file, empty before each test; the shop's suppliers have its address and no hold. Call it
 * after useDatabase().
 */
export function usePanel(database: { readonly current: TestDatabase }) {
  const panel = useEmulator(() => startPanel({ port: 0 }));
  const url = () => `${panel.url()}/api/v2`;
  beforeEach(async () => {
    await panel.control("/reset");
    await pointSuppliersAt(database.current, url());
  });
  return {
    /** The suppliers' address. */
    url,
    control: (body: object) => panel.control<PanelView>("", body),
    /** Sets fields of an order, such as its status. */
    setOrder: (order: string | null | undefined, fields: object) =>
      panel.control<PanelView>("", { set: { order, fields } }),
    view: () => panel.view<PanelView>(),
  };
}

/** A supplier's address at which nothing listens. */
export const nowhere = "http://127.0.0.1:1/api/v2";

/** Gives every supplier this address and takes it off hold, with a closed breaker and a full bucket. */
export async function pointSuppliersAt({ db }: TestDatabase, apiUrl: string): Promise<void> {
  const well = { holdUntil: null, holdReason: null, openUntil: null, failures: 0 };
  await db.supplier.updateMany({ data: { apiUrl, ...well, tokens: 500, tokensAt: new Date() } });
}

/** How many services the panel lists for each of its suppliers. */
export const listedServices = panelServices.length / panelSupplierKeys.length;

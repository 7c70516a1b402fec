import { startPanel } from "@/lib/local/panel/start";
import type { PanelView } from "../../support/panel";

const followersLink = "https://www.instagram.com/wanderwithmara/";

export const addFields = { service: "101", link: followersLink, quantity: "100" };

export type PanelFixture = Awaited<ReturnType<typeof startPanelFixture>>;

/** A panel on a free port, with a customer and its controls. */
export async function startPanelFixture() {
  const emulator = await startPanel({ port: 0 });
  /** Makes one raw call, as the first supplier's customer unless `key` says otherwise. */
  const call = (action: string, fields: Record<string, string> = {}) =>
    fetch(`${emulator.url}/api/v2`, {
      method: "POST",
      body: new URLSearchParams({ key: "panel-key-1", action, ...fields }),
    });
  /** The same, read as JSON. */
  const ask = async (action: string, fields?: Record<string, string>): Promise<unknown> =>
    (await call(action, fields)).json();
  return {
    ...emulator,
    call,
    ask,
    /** Orders 100 Instagram followers, unless `fields` says otherwise; returns the order's id. */
    async order(fields: Record<string, string> = {}): Promise<string> {
      const answer = await ask("add", { ...addFields, ...fields });
      const id = (answer as { order?: number }).order;
      if (id === undefined) throw new Error(`The panel refused: ${JSON.stringify(answer)}`);
      return String(id);
    },
    control: (body: unknown) =>
      fetch(`${emulator.url}/_control`, { method: "POST", body: JSON.stringify(body) }),
    snapshot: async () => (await fetch(`${emulator.url}/_control`)).json() as Promise<PanelView>,
  };
}

import type { EmulatorOptions } from "@/lib/local/emulator";
import { type PanelEmulator, startPanel } from "@/lib/local/panel/start";
import type { PanelView } from "../../support/panel";

export const followersLink = "https://www.instagram.com/wanderwithmara/";

export type PanelFixture = PanelEmulator & {
  /** Makes one raw call, as the first supplier's customer unless `key` says otherwise. */
  call(action: string, fields?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  /** The same, read as JSON. */
  ask(action: string, fields?: Record<string, string>): Promise<unknown>;
  /** Orders 100 Instagram followers, unless `fields` says otherwise; returns the order's id. */
  order(fields?: Record<string, string>): Promise<string>;
  control(body: unknown): Promise<Response>;
  snapshot(): Promise<PanelView>;
};

/** A panel on a free port, with a customer and its controls. */
export async function startPanelFixture(options: Partial<EmulatorOptions> = {}): Promise<PanelFixture> {
  const emulator = await startPanel({ port: 0, ...options });
  const call: PanelFixture["call"] = (action, fields = {}, signal) =>
    fetch(`${emulator.url}/api/v2`, {
      method: "POST",
      body: new URLSearchParams({ key: "panel-key-1", action, ...fields }),
      signal: signal ?? null,
    });
  const ask: PanelFixture["ask"] = async (action, fields) => (await call(action, fields)).json();
  return {
    ...emulator,
    call,
    ask,
    async order(fields) {
      const answer = await ask("add", { ...addFields, ...fields });
      const id = (answer as { order?: number }).order;
      if (id === undefined) throw new Error(`The panel refused: ${JSON.stringify(answer)}`);
      return String(id);
    },
    control: (body) => fetch(`${emulator.url}/_control`, { method: "POST", body: JSON.stringify(body) }),
    snapshot: async () => (await fetch(`${emulator.url}/_control`)).json() as Promise<PanelView>,
  };
}

export const addFields = { service: "101", link: followersLink, quantity: "100" };

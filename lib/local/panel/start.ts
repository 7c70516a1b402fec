import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import {
  type Emulator,
  type EmulatorOptions,
  type Listener,
  listen,
  type NodeEnv,
  openState,
} from "../emulator-server";
import type { Delivered } from "../social/counters";
import { createPanelApi } from "./api";
import { createPanelControls } from "./control";
import { unitsThere } from "./order-progress";
import { findService } from "./services";
import { emptyState, type PanelState } from "./state";

/** `delivered`: the units of all orders on a target at a time, for its public counter. */
type PanelEmulator = Emulator & { delivered: Delivered };

const reopenRetryMs = 50;

/**
 * Starts a panel with four suppliers (API keys `panel-key-1` to `panel-key-4`) whose orders progress with time: the
 * protocol at `POST /api/v2`, test controls at `/_control`. `stateFile` keeps the state over restarts. Rejects with the
 * socket's error.
 */
export async function startPanel(options: EmulatorOptions): Promise<PanelEmulator> {
  const { state, changed, flush } = openState(options.stateFile, emptyState);
  const outage = createOutage();
  const app = new Hono<NodeEnv>();
  app.route("/", createPanelApi(state, changed));
  app.route(
    "/",
    createPanelControls(state, changed, (ms, answer) => outage.begin(listener, ms, answer)),
  );
  app.notFound((c) => c.text("Not found", 404));
  const listener = await listen(app, options.port);
  return {
    url: listener.url,
    delivered: (...target) => deliveredUnits(state, ...target),
    async close() {
      outage.end();
      if (listener.server.listening) await listener.pause();
      else listener.server.closeAllConnections();
      flush();
    },
  };
}

/** An outage closes the port: the one refusal that proves that nothing was done. */
function createOutage() {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const reopen = (listener: Listener) => {
    if (isOver) return;
    // A client's short-lived socket may have taken the free port meanwhile.
    listener.resume().catch(() => {
      timer = setTimeout(() => reopen(listener), reopenRetryMs);
    });
  };
  return {
    begin(listener: Listener, ms: number, answer: ServerResponse) {
      // The listener closes before the control answers, so that no later call gets in; open connections are cut
      // afterwards.
      listener.server.close();
      answer.once("finish", () => listener.server.closeAllConnections());
      timer = setTimeout(() => reopen(listener), ms);
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** `name` is a profile's handle or a post's code: what its link ends with. */
function deliveredUnits(
  state: PanelState,
  ...[platform, counter, name, atMs]: Parameters<Delivered>
): number {
  let units = 0;
  for (const [id, order] of Object.entries(state.orders)) {
    const service = findService(order.supplier, String(order.service));
    if (service?.platform !== platform || service.counter !== counter || nameOf(order.link) !== name)
      continue;
    units += unitsThere(id, order, state, atMs);
  }
  return units;
}

/**
 * `https://www.tiktok.com/@name`, `https://www.instagram.com/p/code/` and `https://www.youtube.com/watch?v=code` to
 * `name` and `code`.
 */
function nameOf(link: string): string {
  const [, watched] = /[?&]v=([^&#]+)/.exec(link) ?? [];
  if (watched) return watched;
  return link.split("?")[0]?.replace(/\/+$/, "").split("/").at(-1)?.replace(/^@/, "") ?? "";
}

import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { type Emulator, type EmulatorOptions, type Listener, listen, openState } from "../emulator";
import { indexTargets } from "./add-order";
import { createPanelApi, type Panel } from "./api";
import { createPanelControls } from "./control";
import { deliveredUnits } from "./delivered-units";
import type { PanelService } from "./services";
import { emptyState } from "./state";

/** `delivered` tells how many units all orders together brought to a target, for whoever shows its counter. */
export type PanelEmulator = Emulator & {
  delivered(platform: PanelService["platform"], kind: PanelService["kind"], name: string): number;
};

const reopenRetryMs = 50;

/**
 * Starts a panel with four suppliers (API keys `panel-key-1` to `panel-key-4`) whose orders deliver themselves.
 * The protocol is at `POST /api/v2`, the levers of a test at `/_control`. State in `stateFile` survives a restart.
 * Rejects with the socket's error when the port can't be had.
 */
export async function startPanel(options: EmulatorOptions): Promise<PanelEmulator> {
  const { state, changed, flush } = openState(options.stateFile, () => emptyState());
  // A state that was saved before a supplier was added knows nothing of its balance.
  state.balancePoints = { ...emptyState().balancePoints, ...state.balancePoints };
  const panel: Panel = { state, targets: indexTargets(state), changed };
  const outage = createOutage();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route("/", createPanelApi(panel));
  app.route(
    "/",
    createPanelControls(panel, (ms, answer) => outage.begin(listener, ms, answer)),
  );
  app.notFound((c) => c.text("Not found", 404));
  const listener = await listen(app, options.port);
  return {
    name: "panel",
    url: listener.url,
    delivered: (platform, kind, name) => deliveredUnits(state, { platform, kind, name }, Date.now()),
    async close() {
      outage.end();
      if (listener.server.listening) await listener.pause();
      else listener.server.closeAllConnections();
      flush();
    },
  };
}

/** A time in which nobody listens at the port: the one refusal that proves that nothing was done. */
function createOutage() {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const reopen = (listener: Listener) => {
    if (isOver) return;
    // While the port was free, a client's own socket may have been given it. Such sockets are short-lived.
    listener.resume().catch(() => {
      timer = setTimeout(() => reopen(listener), reopenRetryMs);
    });
  };
  return {
    begin(listener: Listener, ms: number, answer: ServerResponse) {
      // The listener and its idle connections close at once, so whoever has the control's answer can't get in any
      // more. What is still being answered is cut as soon as that answer is out.
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

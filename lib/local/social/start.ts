import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Platform } from "@/lib/platforms";
import { type Emulator, type EmulatorOptions, listen } from "../emulator";
import { createSocialControls } from "./control";
import { type Delivered, openCounters } from "./counters";
import { vendorGate } from "./gate";
import { createInstagramRoutes } from "./instagram-routes";
import { createMediaRoutes } from "./media-routes";
import { emptyState } from "./state";
import { createTikTokRoutes } from "./tiktok-routes";

const routesOf: Record<Platform, typeof createInstagramRoutes> = {
  instagram: createInstagramRoutes,
  tiktok: createTikTokRoutes,
};

/**
 * Starts a social data vendor: ScrapeCreators' endpoints over invented accounts (any `x-api-key` works), their pictures
 * under `/media`, test controls at `/_control`. `delivered` units raise the counters. Nothing is kept, so `stateFile` is
 * not used. Rejects with the socket's error.
 */
export async function startSocial(
  options: EmulatorOptions,
  delivered: Delivered = () => 0,
): Promise<Emulator> {
  const state = emptyState();
  const counters = openCounters(state, delivered);
  const origin = () => listener.url;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use("/:version{v[123]}/*", vendorGate(state));
  app.get("/v1/account/credit-balance", (c) => c.json({ creditCount: state.credits }));
  for (const create of Object.values(routesOf)) app.route("/", create(state, origin, counters));
  app.route("/", createMediaRoutes());
  app.route("/", createSocialControls(state));
  app.notFound((c) => c.json({ success: false, message: "Not found" }, 404));
  const listener = await listen(app, options.port);
  return { url: listener.url, close: () => listener.pause() };
}

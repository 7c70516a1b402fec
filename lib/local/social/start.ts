import { Hono } from "hono";
import { z } from "zod";
import type { SocialPlatform } from "../emulated";
import { type Emulator, listen, type NodeEnv, readControl } from "../emulator-server";
import { type Delivered, openCounters } from "./counters";
import { vendorGate } from "./gate";
import { createInstagramRoutes } from "./instagram-routes";
import { createMediaRoutes } from "./media";
import { emptyState, type SocialState, socialFaults } from "./state";
import { createTikTokRoutes } from "./tiktok-routes";
import { createYouTubeRoutes } from "./youtube-routes";

const routesOf: Record<SocialPlatform, typeof createInstagramRoutes> = {
  instagram: createInstagramRoutes,
  tiktok: createTikTokRoutes,
  youtube: createYouTubeRoutes,
};

/**
 * Starts a social data vendor: ScrapeCreators' endpoints over invented accounts (any `x-api-key` works), their pictures
 * under `/media`, test controls at `/_control`. `delivered` units raise the counters. Rejects with the socket's error.
 */
export async function startSocial(
  { port }: { port: number },
  delivered: Delivered = () => 0,
): Promise<Emulator> {
  const state = emptyState();
  const counters = openCounters(state, delivered);
  const origin = () => listener.url;
  const app = new Hono<NodeEnv>();
  app.use("/:version{v[123]}/*", vendorGate(state));
  app.get("/v1/account/credit-balance", (c) => c.json({ creditCount: state.credits }));
  for (const create of Object.values(routesOf)) app.route("/", create(state, origin, counters));
  app.route("/", createMediaRoutes());
  app.route("/", createSocialControls(state));
  app.notFound((c) => c.json({ success: false, message: "Not found" }, 404));
  const listener = await listen(app, port);
  return { url: listener.url, close: () => listener.pause() };
}

const counterUnits = z.record(z.string().max(200), z.number().int());

const controlSchema = z
  .strictObject({
    faults: z.array(z.enum(socialFaults)).max(1000),
    gains: counterUnits,
    jumps: counterUnits,
    counters: z.record(
      z.string().max(200),
      z
        .strictObject({
          lagsMs: z.array(z.number().min(0).max(86_400_000)).max(100),
          rounds: z.enum(["text", "number"]),
          hides: z.enum(["null", "missing"]),
          isDown: z.boolean(),
        })
        .partial(),
    ),
    hidden: z.array(z.string().max(200)).max(1000),
    accounts: z.record(z.string().max(200), z.string().regex(/^[\w-]{1,30}$/)),
  })
  .partial();

/**
 * Test controls, not part of the vendor's API. `POST /_control` {faults} replaces the faults of the next calls under
 * /v1, /v2 and /v3; {gains} says what is added to public counters, by `<platform> <kind> <name>`, and {jumps} adds to
 * that once; {counters} says how accounts show their counters (`CounterHabits`), by `<platform> <handle>`; {hidden}
 * replaces the posts whose owner hides their counts, by `<platform> <code>`; {accounts} makes names show another
 * account, given by its id, by `<platform> <name>`. `GET /_control` shows faults, habits, calls and counts per path and
 * name. `POST /_control/reset` drops all of it.
 */
function createSocialControls(state: SocialState): Hono {
  const app = new Hono();
  app.get("/_control", (c) => c.json(snapshot(state)));
  app.post("/_control", async (c) => {
    const { faults, gains, jumps, counters, hidden, accounts } = await readControl(c, controlSchema);
    state.faults = faults ?? state.faults;
    for (const [counter, units] of Object.entries(gains ?? {})) setGain(state, counter, units);
    for (const [counter, units] of Object.entries(jumps ?? {}))
      setGain(state, counter, units + (state.gains[counter]?.at(-1)?.units ?? 0));
    for (const [account, habits] of Object.entries(counters ?? {}))
      state.habits[account] = { ...habits, looks: 0 };
    state.hidden = hidden ?? state.hidden;
    state.accounts = { ...state.accounts, ...accounts };
    return c.json(snapshot(state));
  });
  app.post("/_control/reset", (c) => {
    Object.assign(state, emptyState());
    return c.json(snapshot(state));
  });
  return app;
}

function setGain(state: SocialState, counter: string, units: number): void {
  state.gains[counter] = [...(state.gains[counter] ?? []), { units, sinceMs: Date.now() }];
}

function snapshot(state: SocialState): object {
  const counts: Record<string, Record<string, number>> = {};
  for (const { path, query } of state.calls) {
    counts[path] ??= {};
    const name = query.handle ?? query.query ?? query.user_id ?? "";
    counts[path][name] = (counts[path][name] ?? 0) + 1;
  }
  const { calls, faults, habits } = state;
  return { total: calls.length, counts, calls, faults, habits };
}

import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type Answer, startEntry } from "./entry-server";

/** Another network for each number. */
export const addressOf = (nth: number) => `203.1.${nth >> 8}.${nth & 255}`;

/**
 * The shop's HTTP server with requests that wait until the test answers them. The timers of queues stand still, so that
 * nothing is given up on a slow machine.
 */
export function useHeldAnswers(prerendered: string[] = []): HeldAnswers {
  const held = new HeldAnswers(prerendered);
  beforeEach(() => {
    held.begin();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const response of held.answers) response.destroy();
  });
  return held;
}

class HeldAnswers {
  entry!: Awaited<ReturnType<typeof startEntry>>;
  /** The waiting requests' answers, the oldest first. */
  answers: ServerResponse[] = [];
  /** How many requests have arrived. */
  arrived = 0;
  isHolding = true;
  readonly #prerendered: string[];

  constructor(prerendered: string[]) {
    this.#prerendered = prerendered;
  }

  begin(): void {
    this.answers = [];
    this.arrived = 0;
    this.isHolding = true;
  }

  readonly hold: RequestListener = (_request, response) => {
    this.answers.push(response);
    if (!this.isHolding) this.end();
  };

  async start(handle: RequestListener = this.hold): Promise<void> {
    const env = { TRUSTED_PROXIES: "private" };
    this.entry = await startEntry(handle, { env, prerendered: this.#prerendered });
    this.entry.server.on("request", () => this.arrived++);
  }

  /** Answers the oldest waiting request. */
  end(): void {
    this.answers.shift()?.setHeader("content-type", "text/html; charset=utf-8").end("answered");
  }

  /** Answers all requests, now and from now on; each of `sent` must have been let through. */
  async answerAll(sent: Promise<Answer>[]): Promise<void> {
    this.isHolding = false;
    while (this.answers.length > 0) this.end();
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
  }
}

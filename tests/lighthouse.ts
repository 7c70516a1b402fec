import { type Browser, chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { chromiumFlags } from "./browser.mjs";

/** The pages whose first view has a budget and is compared with an empty page's. */
export const firstViews = [
  { path: "/", isIndexed: true },
  { path: "/instagram", isIndexed: true },
  { path: "/tiktok", isIndexed: true },
  { path: "/instagram/followers", isIndexed: true },
  { path: "/instagram/details/followers", isIndexed: false },
];

/** Scores of 0 to 100, and what the first view cost on the simulated phone. */
export type Audit = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  cls: number;
  blockedMs: number;
  benchmarkIndex: number;
  failures: string[];
};

/** A new browser for each audit, without cache and without the debugger of the audit before. */
export function openBrowser(debuggingPort: number): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`],
  });
}

/**
 * Lighthouse for a phone on a slow network, with simulated throttling. Repeated up to four times when it could not
 * measure because the browser gave it no trace, which is not the page's fault.
 */
export async function audit(url: string, debuggingPort: number): Promise<Audit> {
  const troubles: string[] = [];
  while (troubles.length < 5) {
    const lhr = await lookAt(url, debuggingPort);
    const failed = Object.values(lhr.audits).find((entry) => entry.scoreDisplayMode === "error");
    const trouble = lhr.runtimeError?.code ?? failed?.errorMessage;
    if (!trouble) return toAudit(lhr);
    console.log(`Lighthouse could not look at ${url}: ${trouble}`);
    troubles.push(trouble);
  }
  throw new Error(`Lighthouse could not look at ${url}: ${troubles.join("; ")}`);
}

async function lookAt(url: string, debuggingPort: number): Promise<Result> {
  const browser = await openBrowser(debuggingPort);
  try {
    const result = await lighthouse(url, {
      port: debuggingPort,
      logLevel: "silent",
      output: "json",
      throttlingMethod: "simulate",
    });
    if (!result) throw new Error(`Lighthouse gave no answer about ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function toAudit({ categories, audits, environment }: Result): Audit {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcpMs: Math.round(value("largest-contentful-paint")),
    cls: value("cumulative-layout-shift"),
    blockedMs: Math.round(value("total-blocking-time")),
    benchmarkIndex: environment.benchmarkIndex,
    failures: Object.values(audits)
      .filter((entry) => entry.scoreDisplayMode === "binary" && entry.score === 0)
      .map((entry) => entry.id),
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runBuild } from "@/lib/local/build";
import { answers } from "@/lib/local/child";
import { linkPackages } from "../support/copy-build";

/**
 * The reference of budgets and benchmarks: an empty Next app on the shop's versions. It is its own root with its own
 * packages (hard links), because inside the shop's root the build would find the shop's middleware.
 */
const files: Record<string, string> = {
  "next.config.mjs": `export default { poweredByHeader: false, turbopack: { root: import.meta.dirname } };\n`,
  "package.json": `${JSON.stringify({ private: true, type: "module" })}\n`,
  "app/layout.jsx": `export const metadata = { title: "Bare", description: "A page with nothing in it" };
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  "app/page.jsx": `export default function Page() {
  return <main><h1>Bare</h1><p>Nothing else.</p></main>;
}
`,
  // The same database client as the shop's, so that the ratio compares pages and not drivers.
  "app/database.js": `import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/client";
globalThis.bareDatabase ??= new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }) });
export const database = globalThis.bareDatabase;
`,
  // `?rows=` makes the page as large as the shop's page that it is compared with.
  "app/select/page.jsx": `import { database } from "../database";
export const dynamic = "force-dynamic";
export default async function Page({ searchParams }) {
  const rows = Number((await searchParams).rows ?? 0);
  const first = await database.package.findFirst({ orderBy: { position: "asc" } });
  return (
    <main>
      <h1>Bare</h1>
      {Array.from({ length: rows }, (_, row) => <p key={row} className="mt-2 text-sm">{first?.id} in row {row}</p>)}
    </main>
  );
}
`,
  // The least that a shop's checkout does: one row, and one payment page at Stripe. The build has no address of Stripe.
  "app/checkout/route.js": `import Stripe from "stripe";
import { database } from "../database";
const { hostname: host, port } = new URL(process.env.STRIPE_API_BASE ?? "http://127.0.0.1");
const stripe = new Stripe("sk_test_local", { host, port, protocol: "http" });
export async function POST(request) {
  const { email, quantity, price } = await request.json();
  await database.$executeRaw\`INSERT INTO bench_rows (text) VALUES (\${email})\`;
  const { url } = await stripe.checkout.sessions.create({
    mode: "payment",
    customer_email: email,
    success_url: "http://127.0.0.1/success",
    line_items: [{
      quantity: 1,
      price_data: {
        currency: "usd",
        unit_amount: Math.round(price * 100),
        product_data: { name: quantity + " followers" },
      },
    }],
  });
  return Response.json({ url });
}
`,
};

export type BareNext = { origin: string; pid: number; stop(): Promise<void> };

type Urls = { database: string; stripe?: string };

/** Builds the bare app unless it was built from the same versions before, and starts it on a shop's database and Stripe. */
export async function startBareNext(port: number, urls: Urls): Promise<BareNext> {
  const folder = await ensureBareBuild();
  const server = spawn(
    process.execPath,
    [nextProgram, "start", "--port", String(port), "--hostname", "127.0.0.1"],
    {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: urls.database,
        ...(urls.stripe && { STRIPE_API_BASE: urls.stripe }),
        NEXT_TELEMETRY_DISABLED: "1",
      },
      stdio: "ignore",
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(server, origin);
  return { origin, pid: server.pid ?? 0, stop: () => end(server) };
}

const nextProgram = "node_modules/next/dist/bin/next";

async function ensureBareBuild(): Promise<string> {
  const hash = createHash("sha256").update(readFileSync("package-lock.json")).update(JSON.stringify(files));
  const folder = resolve(".data", "bare-next", hash.digest("hex").slice(0, 16));
  if (existsSync(join(folder, "built"))) return folder;
  rmSync(join(".data", "bare-next"), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  cpSync("lib/base/db/generated", join(folder, "generated"), { recursive: true });
  linkPackages(folder);
  await runBuild([nextProgram, "build"], process.env, { cwd: folder });
  writeFileSync(join(folder, "built"), "");
  return folder;
}

/** Waits until a server answers; throws, and ends it, when it does not within a minute. */
export async function untilAnswering(server: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && server.exitCode === null) {
    if (await answers(origin)) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  await end(server);
  throw new Error(`Nothing answers at ${origin}.`);
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

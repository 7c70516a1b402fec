import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

const folder = "lib/operator/kubernetes";

type Container = {
  name: string;
  image: string;
  command?: string[];
  resources: object;
  securityContext: object;
};
type Pod = { containers: Container[]; securityContext: object; volumes: object[] };
type Template = { metadata: { labels: Record<string, string> }; spec: Pod };
type Selector = {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec?: {
    template?: Template;
    jobTemplate?: { spec: { template: Template } };
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: { from?: object[]; ports?: { port: string }[] }[];
    egress?: { to?: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: { port: number }[] }[];
  };
};

const manifests = readdirSync(folder).flatMap((file) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, "utf8")).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors}`);
    return document.toJS() as Manifest;
  }),
);
const pods = manifests.flatMap(({ metadata: { name }, spec }) => {
  const template = spec?.jobTemplate?.spec.template ?? spec?.template;
  return template ? [{ name, labels: template.metadata.labels, pod: template.spec }] : [];
});
const policies = manifests.filter(({ kind }) => kind === "NetworkPolicy");

/** The policies that select a pod with these labels. */
function policiesOf(labels: Record<string, string>) {
  return policies.filter(({ spec }) => {
    const { matchLabels = {}, matchExpressions = [] } = spec?.podSelector ?? {};
    const isLabelled = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
    return isLabelled && matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ""));
  });
}

/** The TypeScript compiler's messages about manifests, as literals of Kubernetes's types; it refuses unknown fields. */
function problemsOf(checked: Manifest[]): string {
  const lines = checked.map((manifest, index) => {
    // `apps/v1` is declared in apps/v1.d.ts, `networking.k8s.io/v1` in networking/v1.d.ts, `v1` in core/v1.d.ts.
    const module = manifest.apiVersion.includes("/")
      ? manifest.apiVersion.replace(".k8s.io", "")
      : `core/${manifest.apiVersion}`;
    return `import type { ${manifest.kind} as Kind${index} } from "kubernetes-types/${module}.d.ts";
export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 2)};`;
  });
  mkdirSync(".data", { recursive: true });
  const file = `.data/manifests-${process.pid}.ts`;
  writeFileSync(file, lines.join("\n"));
  try {
    const flags = "--ignoreConfig --noEmit --strict --skipLibCheck --allowImportingTsExtensions";
    const modules = "--module esnext --moduleResolution bundler";
    const args = `node_modules/typescript/bin/tsc ${flags} ${modules} ${file}`.split(" ");
    return execFileSync(process.execPath, args, { encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  } finally {
    rmSync(file, { force: true });
  }
}

it("the manifests fit Kubernetes's types, without a field that is unknown, missing or of another type", () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(
    [
      ...["ConfigMap", "CronJob", "Deployment", "Deployment", "HorizontalPodAutoscaler", "Ingress", "Job"],
      ...["NetworkPolicy", "NetworkPolicy", "NetworkPolicy"],
      ...["PodDisruptionBudget", "PodDisruptionBudget", "Service"],
    ].sort(),
  );
  const budget = manifests.find(({ kind }) => kind === "PodDisruptionBudget");
  const wrong = { ...budget, spec: { minimumAvailable: 1 } } as unknown as Manifest;
  const problems = problemsOf([...manifests, wrong])
    .split("\n")
    .filter((line) => line.includes("error"));
  expect(problems).toEqual([expect.stringContaining("minimumAvailable")]);
});

it("there are four pods", () => {
  expect(pods).toHaveLength(4);
});

it.each(pods)(
  "$name runs without root on a read-only file system, within a limit of memory",
  ({ pod: { securityContext, containers } }) => {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const confined = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    };
    const limited = {
      requests: { memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    };
    expect(containers.map((container) => container.securityContext)).toEqual(containers.map(() => confined));
    expect(containers.map(({ resources }) => resources)).toMatchObject(containers.map(() => limited));
  },
);

it("the programs that the containers start are among the entries of a build", () => {
  const bundled = readFileSync("bundle.config.mjs", "utf8");
  const started = pods.flatMap(({ pod }) =>
    pod.containers.flatMap(({ command = [] }) =>
      [...command.join(" ").matchAll(/\.next\/entry\/(\w+)\.mjs/g)].map(([, entry = ""]) => entry),
    ),
  );
  expect(started.sort()).toEqual(["migrate", "ops", "seed", "worker"]);
  const missing = started.filter((entry) => !new RegExp(`^ +${entry}: "`, "m").test(bundled));
  expect(missing).toEqual([]);
});

it("a pod takes connections from the ingress controller and from Prometheus, each at its own port, and no others", () => {
  const taken = Object.fromEntries(
    pods.map(({ name, labels }) => {
      const rules = policiesOf(labels).flatMap(({ spec }) => spec?.ingress ?? []);
      return [name, rules.map(({ from, ports }) => ({ from, ports: ports?.map(({ port }) => port) }))];
    }),
  );
  const namespace = (name: string) => ({ matchLabels: { "kubernetes.io/metadata.name": name } });
  const visitors = { from: [{ namespaceSelector: namespace("ingress-nginx") }], ports: ["http"] };
  const prometheus = {
    namespaceSelector: namespace("monitoring"),
    podSelector: { matchLabels: { "app.kubernetes.io/name": "prometheus" } },
  };
  const metrics = { from: [prometheus], ports: ["metrics"] };
  expect(taken).toEqual({
    "groundswell-web": [visitors, metrics],
    "groundswell-worker": [metrics],
    "groundswell-migrate": [],
    "groundswell-backup": [],
  });
});

// Without a policy of its type, a pod would take or make any connection.
it.each(pods)("$name has a policy for each direction", ({ labels }) => {
  const types = policiesOf(labels).flatMap(({ spec }) => spec?.policyTypes ?? []);
  expect(new Set(types)).toEqual(new Set(["Ingress", "Egress"]));
});

it("no pod reaches the address at which a cloud gives its machines their keys", () => {
  const out = policies.flatMap(({ spec }) => spec?.egress ?? []);
  const blocks = out.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  expect(blocks.map(({ cidr }) => cidr)).toEqual(["0.0.0.0/0", "::/0"]);
  expect(blocks[0]?.except).toContain("169.254.0.0/16");
  expect(blocks[1]?.except).toEqual(["fe80::/10", "fd00:ec2::254/128"]);
  // A rule without an address or a port allows every one.
  expect(out.filter(({ to, ports }) => !to?.length || !ports?.length)).toEqual([]);
});

it("the ingress writes no order's link into an access log", () => {
  const ingress = manifests.find(({ kind }) => kind === "Ingress");
  expect(ingress?.metadata.annotations?.["nginx.ingress.kubernetes.io/enable-access-log"]).toBe("false");
});

import { BlockList } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Networks that TRUSTED_PROXIES may name. The lists of the CDNs are those they publish (cloudflare.com/ips,
 * api.fastly.com/public-ip-list), read in November 2026.
 */
const namedNetworks: Record<string, string[]> = {
  /** This machine, and addresses that are not routed in the internet: containers, a load balancer beside the shop. */
  private: [
    ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16"],
    ...["::1/128", "fc00::/7", "fe80::/10"],
  ],
  cloudflare: [
    ...["173.245.48.0/20", "103.21.244.0/22", "103.22.200.0/22", "103.31.4.0/22", "141.101.64.0/18"],
    ...["108.162.192.0/18", "190.93.240.0/20", "188.114.96.0/20", "197.234.240.0/22", "198.41.128.0/17"],
    ...["162.158.0.0/15", "104.16.0.0/13", "104.24.0.0/14", "172.64.0.0/13", "131.0.72.0/22"],
    ...["2400:cb00::/32", "2606:4700::/32", "2803:f800::/32", "2405:b500::/32", "2405:8100::/32"],
    ...["2a06:98c0::/29", "2c0f:f248::/32"],
  ],
  fastly: [
    ...["23.235.32.0/20", "43.249.72.0/22", "103.244.50.0/24", "103.245.222.0/23", "103.245.224.0/24"],
    ...["104.156.80.0/20", "140.248.64.0/18", "140.248.128.0/17", "146.75.0.0/17", "151.101.0.0/16"],
    ...["157.52.64.0/18", "167.82.0.0/17", "167.82.128.0/20", "167.82.160.0/20", "167.82.224.0/20"],
    ...["172.111.64.0/18", "185.31.16.0/22", "199.27.72.0/21", "199.232.0.0/16"],
    ...["2a04:4e40::/32", "2a04:4e42::/32"],
  ],
};

/** The proxies whose word about a request's origin counts. */
export type TrustedProxies = { has(address: string): boolean };

/**
 * Reads TRUSTED_PROXIES: names of networks (`private`, `cloudflare`, `fastly`), networks (`203.0.113.0/24`) and addresses,
 * with commas between them. Throws a TypeError that names an entry it can't read.
 */
export function parseTrustedProxies(list: string): TrustedProxies {
  const networks = new BlockList();
  const entries = list.split(",").map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) {
    for (const network of namedNetworks[entry] ?? [entry]) addNetwork(networks, network);
  }
  return {
    has: (address) =>
      ipaddr.isValid(address) && networks.check(address, address.includes(":") ? "ipv6" : "ipv4"),
  };
}

function addNetwork(networks: BlockList, network: string): void {
  const [address = "", bits, ...rest] = network.split("/");
  const length = address.includes(":") ? 128 : 32;
  const prefix = bits === undefined ? length : Number(bits);
  const isNetwork = ipaddr.isValid(address) && /^\d{1,3}$/.test(bits ?? "0") && prefix <= length;
  if (!isNetwork || rest.length > 0) throw new TypeError(`${network} is no network`);
  networks.addSubnet(address, prefix, length === 128 ? "ipv6" : "ipv4");
}

/**
 * The visitor's address: the nearest in the chain of proxies that is not trusted. Each proxy appends the address that it
 * was called from to X-Forwarded-For, so only what stands to the right of the first address that is not trusted was
 * written by a trusted one. An entry that can't be read ends the chain.
 */
export function visitorAddress(socketAddress: string, forwarded: string, proxies: TrustedProxies): string {
  let address = readAddress(socketAddress) ?? "unknown";
  for (const entry of forwarded.split(",").reverse()) {
    if (!proxies.has(address)) return address;
    const next = readAddress(entry);
    if (next === null) return address;
    address = next;
  }
  return address;
}

/** An address as proxies write it: plain, in brackets, with a port, or IPv4 written as IPv6. */
function readAddress(written: string): string | null {
  const text = written.trim();
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare).toString();
}

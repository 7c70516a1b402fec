import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/** Thrown before a connection is opened to an address that this process may not connect to. */
export class AddressRefused extends Error {}

type ResolvedAddress = { address: string; family: number };

/** Resolves a name to all of its addresses; tests give their own. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

// The public IPv6 internet; without this check, ::127.0.0.1 and other unassigned blocks would pass.
const globalUnicast = ipaddr.parseCIDR("2000::/3");
// The address of Azure's metadata and DNS service, which looks public.
const azureServices = "168.63.129.16";

/** True for an address on the public internet; false for private, local, reserved, metadata and tunnelling ones. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || parsed.toString() === azureServices) return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/**
 * A lookup for sockets that returns only public addresses; a name with any other address is refused. The socket
 * connects to the checked address, so DNS rebinding does not help. `allowLoopback` is for emulators on this machine.
 */
export function publicLookup({ resolve = resolveAll, allowLoopback }: GuardOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return callback(new Error("the name has no address"), "", 0);
        if (!addresses.every(({ address }) => isAllowed(address, allowLoopback))) {
          return callback(new AddressRefused("the name points to an address that is not public"), "", 0);
        }
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, "", 0),
    );
  };
}

type GuardOptions = { resolve?: Resolve | undefined; allowLoopback?: boolean | undefined };

/** Opens connections to public addresses only, even if the address is written as a number and never looked up. */
export function publicConnector(options: GuardOptions & { timeoutMs: number }): buildConnector.connector {
  const connect = buildConnector({ timeout: options.timeoutMs, lookup: publicLookup(options) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    if (ipaddr.isValid(host) && !isAllowed(host, options.allowLoopback)) {
      return callback(new AddressRefused("the address is not public"), null);
    }
    return connect(target, callback);
  };
}

function isAllowed(address: string, allowLoopback: boolean | undefined): boolean {
  if (isPublicAddress(address)) return true;
  return allowLoopback === true && ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

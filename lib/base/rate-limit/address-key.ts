import ipaddr from "ipaddr.js";

/**
 * An address's key for counting: an IPv4 address itself, even if written as IPv6; an IPv6 address's /64, because one
 * connection gets that many addresses.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = parsed.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

/** The /48 of an IPv6 address, which one customer of a provider may have; null for others. */
export function widerKey(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return null;
  const network = parsed.toByteArray().fill(0, 6);
  return `${ipaddr.fromByteArray(network).toString()}/48`;
}

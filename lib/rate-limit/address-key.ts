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

import ipaddr from "ipaddr.js";

/**
 * What an address is counted under: an IPv4 address by itself, also when it is written as IPv6; an IPv6 address by its
 * /64, because one line is given that many.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = parsed.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

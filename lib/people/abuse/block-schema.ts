import ipaddr from "ipaddr.js";
import { z } from "zod";
import { readTargetName } from "@/lib/shop/catalog/links";
import { findPlatform, listPlatforms } from "@/lib/shop/catalog/vocabulary";

const blockKinds = ["email", "target", "network", "card"] as const;

// Wider networks would block whole countries.
const widest = { ipv4: 8, ipv6: 19 } as const;
const narrowest = { ipv4: 32, ipv6: 64 } as const;

const readers: Record<(typeof blockKinds)[number], (text: string) => string | null> = {
  email: (text) => (/^[^\s@]*@[^\s@]+\.[^\s@]+$/.test(text) ? text.normalize("NFKC").toLowerCase() : null),
  target: (text) => {
    const [, slug = "", name = ""] = /^([^:]*):(.*)$/.exec(text) ?? [];
    const platform = findPlatform(slug.trim().toLowerCase());
    const username = platform && readTargetName(platform, name);
    return username ? `${platform?.slug}:${username}` : null;
  },
  network: readNetwork,
  card: (text) => (/^[A-Za-z0-9]{8,64}$/.test(text) ? text : null),
};

const hints = () => ({
  email: "Enter an email address, or @example.com for every address of a domain.",
  target: `Enter it as ${listPlatforms()
    .slice(0, 3)
    .map(({ slug }) => `${slug}:name`)
    .join(" or ")}.`,
  network:
    "Enter an address or a network, such as 203.0.113.7 or 203.0.113.0/24; IPv4 from /8, IPv6 from /19.",
  card: "Enter the card's fingerprint as Stripe shows it.",
});

/** An entry of the block list as an administrator types it; `value` is normalised for comparison. */
export const newBlockSchema = z
  .object({ kind: z.enum(blockKinds), value: z.string().trim().min(1, "Enter what to block.").max(300) })
  .transform(({ kind, value }, context) => {
    const read = readers[kind](value);
    if (read !== null) return { kind, value: read };
    context.addIssue({ code: "custom", path: ["value"], message: hints()[kind] });
    return z.NEVER;
  });

export type NewBlock = z.infer<typeof newBlockSchema>;

/**
 * The network in CIDR notation, with the bits behind its prefix cleared. An IPv4 address is a /32; an IPv6 address is its
 * /64, because callers are counted by it (addressKey).
 */
function readNetwork(text: string): string | null {
  const whole = text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(whole)) return null;
  const [address, typed] = ipaddr.parseCIDR(whole);
  const prefix = Math.min(typed, narrowest[address.kind()]);
  if (prefix < widest[address.kind()]) return null;
  const bytes = address
    .toByteArray()
    .map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - at * 8))));
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefix}`;
}

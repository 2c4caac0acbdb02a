import net from "node:net";
import ipaddr from "ipaddr.js";

/** Tells IP addresses of the public internet from all others. */

/**
 * The only IPv6 block from which public addresses are given out. ipaddr.js calls everything outside its list unicast,
 * also `::7f00:1`, which is 127.0.0.1 in an old form.
 */
const PUBLIC_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Addresses that look public and lead to the machine's own host: Azure's wire server. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** False for everything private, reserved, shared, mapped from such an address, or not an IP address at all. */
export function isPublicAddress(address: string): boolean {
  // A zone (`%eth0`) belongs to addresses of one link.
  if (net.isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv6" ? parsed.match(PUBLIC_IPV6) : !PLATFORM_ADDRESSES.has(parsed.toString());
}

/** True if both texts are the same IP address, in whatever spelling. */
export function isSameAddress(one: string, other: string): boolean {
  return net.isIP(one) !== 0 && net.isIP(other) !== 0 && normalize(one) === normalize(other);
}

function normalize(address: string): string {
  return ipaddr.process(address).toNormalizedString();
}

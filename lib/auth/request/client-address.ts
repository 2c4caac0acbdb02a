const ADDRESS_LENGTH_MAX = 64;

/**
 * The caller's address, as the outermost of our own proxies saw it: each of them appends the address that called it. Null
 * without a configured proxy, because anybody can send the header.
 */
export function clientAddressOf(forwardedFor: unknown, trustedHops: number): string | null {
  if (trustedHops === 0 || typeof forwardedFor !== "string") return null;
  const address = forwardedFor.split(",").at(-trustedHops)?.trim();
  return address && address.length <= ADDRESS_LENGTH_MAX && /^[\w.:%[\]]+$/.test(address) ? address : null;
}

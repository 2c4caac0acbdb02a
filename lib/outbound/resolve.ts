import dns from "node:dns";
import type { Endpoint } from "./check-url";
import { isPublicAddress } from "./public-address";

/** From a name to the addresses that a request may connect to. */

/** All addresses of a name. @throws an Error with a `code` if there are none. */
export type Resolve = (endpoint: Endpoint, signal: AbortSignal) => Promise<string[]>;

const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 };
/** A name with more addresses is connected to through the first of them; all are checked. */
const ADDRESSES_MAX = 8;

/**
 * Asks the name servers of the machine, or the given ones. Unlike `dns.lookup` it can be stopped, needs no thread of the
 * process, and adds no search domain to the name. Only open addresses may stand in the machine's own list of hosts.
 */
export function resolveByServers(servers?: readonly string[]): Resolve {
  return async ({ host, isOpen }, signal) => {
    if (isOpen) return (await dns.promises.lookup(host, { all: true })).map(({ address }) => address);
    const resolver = new dns.promises.Resolver(RESOLVER_OPTIONS);
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.removeEventListener("abort", cancel);
    return addressesOf(answers);
  };
}

/** A name may have addresses of one family alone. @throws the error of the first family if there are none at all. */
function addressesOf(answers: PromiseSettledResult<string[]>[]): string[] {
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failure = answers.find((answer) => answer.status === "rejected");
  if (addresses.length === 0 && failure) throw failure.reason;
  return addresses;
}

/** Null: at least one of the addresses is not public, so none of them is used. */
export function allowedAddresses(endpoint: Endpoint, addresses: readonly string[]): string[] | null {
  if (!endpoint.isOpen && !addresses.every(isPublicAddress)) return null;
  return addresses.slice(0, ADDRESSES_MAX);
}

/**
 * Oracle's names for accounts are all under the first: the app, RESTlets, SuiteTalk, external forms, SuiteAnalytics Connect, and
 * the web stores that have no domain of their own. The second serves web stores of sandboxes and before they open.
 */
const DOMAINS = ["netsuite.com", "netsuitestaging.com"];

/** Every name of this machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * True where an address leads to NetSuite, or to `ours`, the host and port to which our own writes go. A web store under a
 * company's own domain is not known.
 */
export function isNetSuiteHost({ hostname, port, protocol }: URL, ours: string): boolean {
  const name = hostname.replace(/\.$/, "");
  if (DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`))) return true;
  const own = new URL(`${protocol}//${ours}`);
  return placeOf(name, port) === placeOf(own.hostname, own.port);
}

const placeOf = (hostname: string, port: string): string =>
  `${LOOPBACK.test(hostname) ? "this machine" : hostname}:${port}`;

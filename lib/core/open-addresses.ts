/** Addresses that OUTBOUND_ALLOW opens for tests and the demo. Requests to them skip the rules for public addresses. */

export interface OpenAddress {
  /** As `URL.hostname` spells it: lower case, IPv6 in brackets. */
  host: string;
  port: number;
}

const PORT_MAX = 65_535;
const ENTRY = /^(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+):(?<port>[1-9]\d{0,4})$/;

/** `127.0.0.1:9000,localhost:9001` as a list; empty for an empty text. Null: one entry is not an exact host and port. */
export function parseOpenAddresses(text: string): OpenAddress[] | null {
  const entries = text.split(",").map((entry) => entry.trim());
  const addresses = entries.filter((entry) => entry !== "").map(parseEntry);
  return addresses.every((address) => address !== null) ? addresses : null;
}

function parseEntry(entry: string): OpenAddress | null {
  const { host, port } = ENTRY.exec(entry)?.groups ?? {};
  if (host === undefined || Number(port) > PORT_MAX) return null;
  // Another spelling of the host, such as `127.1`, would never equal the host of a parsed URL.
  return hostnameOf(host) === host ? { host, port: Number(port) } : null;
}

function hostnameOf(host: string): string | null {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

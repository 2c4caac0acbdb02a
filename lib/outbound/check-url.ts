import net from "node:net";
import type { OpenAddress } from "@/lib/core/open-addresses";

/** The rules for an address that somebody else gave, before its name is resolved. Pure. */

/** The rule that refused an address. `own_host`: it is ours; `literal`: an IP address in place of a name. */
export type UrlRule =
  | "url_too_long"
  | "url_characters"
  | "url_malformed"
  | "credentials"
  | "fragment"
  | "not_https"
  | "port"
  | "literal"
  | "trailing_dot"
  | "own_host"
  | "name_not_public";

export interface UrlRules {
  /** Addresses at which people open this app, such as NEXTAUTH_URL. Their hosts are refused. */
  ownUrls: readonly string[];
  /** From OUTBOUND_ALLOW. They skip the rules of scheme, port, name and address. */
  openAddresses: readonly OpenAddress[];
}

/** An address that may be called, unless its name leads to addresses that are not public. */
export interface Endpoint {
  url: URL;
  /** A name, or the IP address of an open address, without brackets. */
  host: string;
  port: number;
  secure: boolean;
  /** OUTBOUND_ALLOW opened it: its addresses need not be public. */
  isOpen: boolean;
}

const URL_LENGTH_MAX = 2_048;
const PORTS: ReadonlySet<number> = new Set([443, 8_443]);
/** The URL parser drops or rewrites other characters without a word: a reader and the parser would see two addresses. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const SCHEME_AND_AUTHORITY = /^https?:\/\/([^/?#]+)/i;
/** At least two labels, as all names of the public DNS have. */
const PUBLIC_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Names that only resolve inside a network (RFC 6761, 6762, 8375; `internal` is ICANN's for private use). */
const PRIVATE_SUFFIX =
  /\.(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|in-addr\.arpa|ip6\.arpa|onion)$/;

export type UrlCheck = { ok: true; endpoint: Endpoint } | { ok: false; rule: UrlRule };

export function checkUrl(text: string, rules: UrlRules): UrlCheck {
  const spelling = ruleOfSpelling(text);
  if (spelling) return { ok: false, rule: spelling };
  const url = parse(text);
  if (!url) return { ok: false, rule: "url_malformed" };
  const endpoint = endpointOf(url, rules.openAddresses);
  const rule = isOwn(endpoint, rules.ownUrls) ? "own_host" : ruleOfEndpoint(endpoint);
  return rule ? { ok: false, rule } : { ok: true, endpoint };
}

/** The rule that a text breaks before it is parsed as an address. Null: it breaks none. */
export function ruleOfSpelling(text: string): UrlRule | null {
  if (text.length > URL_LENGTH_MAX) return "url_too_long";
  if (!VISIBLE_ASCII.test(text) || text.includes("\\")) return "url_characters";
  const authority = SCHEME_AND_AUTHORITY.exec(text)?.[1];
  // The parser also takes `https:host` and `https:///host`.
  if (authority === undefined) return /^https?:/i.test(text) ? "url_malformed" : "not_https";
  if (authority.includes("@")) return "credentials";
  if (authority.includes("%")) return "url_characters";
  return text.includes("#") ? "fragment" : null;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function endpointOf(url: URL, openAddresses: readonly OpenAddress[]): Endpoint {
  const secure = url.protocol === "https:";
  const port = portOf(url);
  const isOpen = openAddresses.some((open) => open.host === url.hostname && open.port === port);
  return { url, host: url.hostname.replace(/^\[|\]$/g, ""), port, secure, isOpen };
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === "https:" ? 443 : 80));
}

function ruleOfEndpoint({ url, host, port, secure, isOpen }: Endpoint): UrlRule | null {
  if (isOpen) return null;
  if (net.isIP(host) !== 0) return "literal";
  if (host.endsWith(".")) return "trailing_dot";
  if (!secure) return "not_https";
  if (!PORTS.has(port)) return "port";
  return PUBLIC_NAME.test(url.hostname) && !PRIVATE_SUFFIX.test(url.hostname) ? null : "name_not_public";
}

/** Every port of our own hosts is ours. Only an open address may share a host with us, on another port. */
function isOwn(endpoint: Endpoint, ownUrls: readonly string[]): boolean {
  return ownUrls.some((own) => {
    const url = parse(own);
    const isSameHost = url !== null && withoutDot(url.hostname) === withoutDot(endpoint.url.hostname);
    return isSameHost && (!endpoint.isOpen || portOf(url) === endpoint.port);
  });
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, "");
}

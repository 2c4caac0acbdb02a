/** Headers of a request, as far as its origin goes. */
export interface OriginHeaders {
  origin: string | null;
  host: string | null;
}

/**
 * True when the Origin header names this site: the configured address, or the host that was asked (a browser keeps no
 * session of ours for a foreign host, so its name proves nothing but gains nothing either). Missing, `null`, unreadable
 * and foreign origins are all refused. Where the configured address is https, http origins are too.
 */
export function isSameOrigin({ origin, host }: OriginHeaders, configuredUrl: string | undefined): boolean {
  const from = parseUrl(origin);
  if (!from || from.origin !== origin) return false;
  const configured = parseUrl(configuredUrl ?? null);
  if (configured && from.origin === configured.origin) return true;
  if (!host || (from.protocol !== "http:" && from.protocol !== "https:")) return false;
  if (configured && from.protocol !== configured.protocol) return false;
  return from.host === parseUrl(`${from.protocol}//${host}`)?.host;
}

/** GET, HEAD and OPTIONS change nothing here; every other method needs an origin of ours when a cookie speaks for it. */
export function changesState(method: string): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

function parseUrl(text: string | null): URL | null {
  return text && URL.canParse(text) ? new URL(text) : null;
}

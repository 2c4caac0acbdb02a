export interface OriginHeaders {
  origin: string | null;
  host: string | null;
}

/**
 * True when the Origin header names this site: the configured address, or the host in the Host header. Trusting the
 * Host header is safe, because a browser holds no session of ours for a foreign host. Missing, `null`, unreadable and
 * foreign origins are refused. If the configured address is https, http origins are refused too.
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

/**
 * GET, HEAD and OPTIONS change nothing here. Every other method needs our own origin when a cookie authenticates it.
 */
export function changesState(method: string): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

/**
 * True unless the browser says (Sec-Fetch-Site) that the person opened this page themselves, or that a page of this site did. A service
 * worker of ours turns the first of them into the second. Other pages cannot set the header.
 */
export function isOpenedFromElsewhere(fetchSite: string | null): boolean {
  return fetchSite !== "none" && fetchSite !== "same-origin";
}

function parseUrl(text: string | null): URL | null {
  return text && URL.canParse(text) ? new URL(text) : null;
}

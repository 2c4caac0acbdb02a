import { isCorrelationId } from "@/lib/correlation";
import { changesState, isSameOrigin } from "./origin";

export interface GuardedRequest {
  method: string;
  /** The path alone, without query. */
  path: string;
  headers: Headers;
}

/** Routes for machines that lie outside /api. */
const ROUTES_ELSEWHERE = ["/admin/ns-push/"];

/**
 * True for a state-changing request that must not reach the app because its origin is not ours. Pages and their server
 * actions need an origin; routes may come without one (machines send none) and then decide by who asks. This is a
 * courtesy in front of the real checks, because Next answers a forged origin with a 500: nothing is allowed here.
 */
export function isForgedRequest(
  { method, path, headers }: GuardedRequest,
  configuredUrl: string | undefined,
): boolean {
  if (!changesState(method)) return false;
  const origin = headers.get("origin");
  const isRoute = path.startsWith("/api/") || ROUTES_ELSEWHERE.some((prefix) => path.startsWith(prefix));
  if (isRoute) {
    // Signed by the engine, not by a browser.
    if (path === "/api/inngest" || origin === null) return false;
    // No page elsewhere can send this header without our consent, so the token speaks for itself.
    if (/^bearer /i.test(headers.get("authorization") ?? "")) return false;
  }
  return !isSameOrigin({ origin, host: headers.get("host") }, configuredUrl);
}

/** True for a path whose escapes are no UTF-8, such as `/%ff`: the router throws where a part of it is a parameter. */
export function isMalformedPath(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/** The caller's own correlation id where it is a plain word, else a new one. */
export function correlationIdOf(received: string | null, newId: () => string): string {
  return received !== null && isCorrelationId(received) ? received : newId();
}

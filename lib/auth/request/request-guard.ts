import { isCorrelationId } from "@/lib/correlation";
import { changesState, isSameOrigin } from "./origin";

export interface GuardedRequest {
  method: string;
  /** The path alone, without query. */
  path: string;
  headers: Headers;
}

/** Routes for machines outside /api. */
const MACHINE_ROUTES_OUTSIDE_API = ["/admin/ns-push/"];

/**
 * True for a state-changing request that must not reach the app because its origin is not ours. Pages and server
 * actions need an origin. Routes accept requests without one, since machines send none, and authenticate the caller
 * themselves. This check only replaces the 500 that Next would answer to a forged origin. It authorises nothing.
 */
export function isForgedRequest(
  { method, path, headers }: GuardedRequest,
  configuredUrl: string | undefined,
): boolean {
  if (!changesState(method)) return false;
  const origin = headers.get("origin");
  const isRoute =
    path.startsWith("/api/") || MACHINE_ROUTES_OUTSIDE_API.some((prefix) => path.startsWith(prefix));
  if (isRoute) {
    // The engine signs these requests; no browser sends them.
    if (path === "/api/inngest" || origin === null) return false;
    // A foreign page cannot send this header unless CORS allows it, so the token is proof enough.
    if (/^bearer /i.test(headers.get("authorization") ?? "")) return false;
  }
  return !isSameOrigin({ origin, host: headers.get("host") }, configuredUrl);
}

/** Next's own limit for the body of a server action, beyond which it answers 500. */
const actionBytesMax = 1024 * 1024;

/** True for a server action that says itself that its body is larger than Next takes. */
export function isOversizedAction(headers: Headers): boolean {
  return headers.has("next-action") && Number(headers.get("content-length") ?? 0) > actionBytesMax;
}

/**
 * True for a path whose escapes are not UTF-8, such as `/%ff`. The router throws when such a segment is a parameter.
 */
export function isMalformedPath(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/** The caller's correlation id if it is well-formed, otherwise a new one. */
export function correlationIdOf(received: string | null, newId: () => string): string {
  return received !== null && isCorrelationId(received) ? received : newId();
}

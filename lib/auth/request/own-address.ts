import { getEnv } from "@/lib/env";
import { isSameOrigin } from "./origin";
import { foreignAddress } from "./origin-problem";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * For routes that a program on the caller's machine reaches: a page whose name was pointed at this server (DNS
 * rebinding) sends its own name as Host, or its Origin.
 * @throws AppError origin_refused 403 where Host is neither ours nor loopback, or Origin is present and not ours.
 */
export function assertOwnAddress(request: Request): void {
  const host = request.headers.get("host");
  const origin = request.headers.get("origin");
  const configuredUrl = getEnv().NEXTAUTH_URL;
  if (!isOwnHost(host, configuredUrl)) throw foreignAddress("Host");
  if (origin !== null && !isSameOrigin({ origin, host }, configuredUrl)) throw foreignAddress("Origin");
}

/** True for the host of the configured address, and for loopback at any port. */
export function isOwnHost(host: string | null, configuredUrl: string | undefined): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const named = new URL(`http://${host}`);
  // A path, a user or a query is no host.
  if (named.href !== `http://${named.host}/`) return false;
  if (loopback.has(named.hostname)) return true;
  if (configuredUrl === undefined || !URL.canParse(configuredUrl)) return false;
  const configured = new URL(configuredUrl);
  return new URL(`${configured.protocol}//${host}`).host === configured.host;
}

/** Where this site is reached, without a slash at its end. Only of a request whose Host was checked. */
export function ownAddressOf(request: Request): string {
  return getEnv().NEXTAUTH_URL?.replace(/\/+$/, "") ?? `http://${request.headers.get("host")}`;
}

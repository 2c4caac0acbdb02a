import { type NextRequest, NextResponse } from "next/server";
import {
  malformedPathProblem,
  originRefusedProblem,
  oversizedActionProblem,
} from "@/lib/auth/request/origin-problem";
import {
  correlationIdOf,
  isForgedRequest,
  isMalformedPath,
  isOversizedAction,
} from "@/lib/auth/request/request-guard";
import {
  type SecurityHeaderOptions,
  contentSecurityPolicy,
  securityHeaders,
} from "@/lib/auth/request/security-headers";

/**
 * Refuses forged and malformed requests and sets headers. It authorises nothing: each server action, route and query
 * checks its caller itself and stays safe without this file.
 */
export function proxy(request: NextRequest): NextResponse {
  const configuredUrl = process.env.NEXTAUTH_URL;
  const path = request.nextUrl.pathname;
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const correlationId = correlationIdOf(request.headers.get("x-correlation-id"), () => crypto.randomUUID());
  const options: SecurityHeaderOptions = {
    nonce,
    isDevelopment: process.env.NODE_ENV === "development",
    isHttps: configuredUrl?.startsWith("https://") ?? false,
  };
  const answerHeaders = { ...securityHeaders(options), "x-correlation-id": correlationId };

  const problem = isMalformedPath(path)
    ? malformedPathProblem()
    : isForgedRequest({ method: request.method, path, headers: request.headers }, configuredUrl)
      ? originRefusedProblem()
      : isOversizedAction(request.headers)
        ? oversizedActionProblem()
        : null;
  if (problem) {
    return NextResponse.json(problem, {
      status: problem.status,
      headers: { ...answerHeaders, "content-type": "application/problem+json" },
    });
  }

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce for its own scripts from this header.
  headers.set("content-security-policy", contentSecurityPolicy(options));
  headers.set("x-correlation-id", correlationId);
  // Replaces any value from the caller, because the sign-in page leads back to this path.
  headers.set("x-countersign-path", path + request.nextUrl.search);
  return NextResponse.next({ request: { headers }, headers: answerHeaders });
}

export const config = { matcher: ["/((?!_next/static|_next/image|favicon.ico).*)"] };

import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { deviceCookieName, rememberDevice } from "@/lib/auth/sign-in/known-devices";
import { authOptions } from "@/lib/auth/sign-in/next-auth";
import { oidcConfig } from "@/lib/auth/sign-in/oidc-config";
import { OIDC_PROVIDER_ID } from "@/lib/auth/sign-in/oidc-provider";
import { AppError } from "@/lib/core/errors";
import { problemResponse } from "@/lib/http/route";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Sign-in, sign-out and the session's end; NextAuth guards its own forms with a token of its own. */
async function handler(request: NextRequest, context: Context): Promise<Response> {
  const fault = findFault(request) ?? (await findBodyFault(request));
  return fault ? problemResponse(fault) : signInOrOut(request, context);
}

/** A browser that signed in with a password is known from then on. */
async function signInOrOut(request: NextRequest, context: Context): Promise<Response> {
  const cookie = request.cookies.get(deviceCookieName())?.value ?? null;
  let signedIn: string | null = null;
  const remember = (email: string) => void (signedIn = email);
  const options = authOptions(request.headers.get("user-agent"), { cookie, remember });
  const response = (await NextAuth(request, context, options)) as Response;
  if (signedIn === null) return response;
  const headers = new Headers(response.headers);
  headers.append("set-cookie", await rememberDevice(cookie, signedIn));
  return new Response(response.body, { status: response.status, headers });
}

/** The refusal of a caller's mistake that NextAuth would answer with a 500; null where it copes by itself. */
function findFault({ method, nextUrl, cookies }: NextRequest): AppError | null {
  const comesBack = oidcConfig() !== null && nextUrl.pathname === `/api/auth/callback/${OIDC_PROVIDER_ID}`;
  if (method === "GET" && nextUrl.pathname.startsWith("/api/auth/callback/") && !comesBack) {
    return new AppError("method_not_allowed", "Signing in is a POST from the sign-in page.");
  }
  for (const [name, value] of nextUrl.searchParams) {
    if (!/\p{Cc}/u.test(name + value)) continue;
    return new AppError("malformed_request", "A query value holds control characters.", {
      issues: [{ path: name.replaceAll(/\p{Cc}/gu, "?"), message: "must not contain control characters" }],
    });
  }
  const wayBack = cookies.getAll().find(({ name }) => name.endsWith("next-auth.callback-url"));
  if (wayBack && !isAddress(wayBack.value, nextUrl.origin)) {
    return new AppError(
      "malformed_request",
      "The cookie that says where to go back to is no address; delete it.",
      {
        issues: [{ path: `cookie ${wayBack.name}`, message: "must be an http(s) address or a path" }],
      },
    );
  }
  return null;
}

function isAddress(text: string, origin: string): boolean {
  const base = text.startsWith("/") ? origin : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

const formType = "application/x-www-form-urlencoded";

/** Forms come from the sign-in page; JSON is read as well, and must be an object. */
async function findBodyFault(request: NextRequest): Promise<AppError | null> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (request.method !== "POST" || type === "" || type === formType) return null;
  if (type !== "application/json") {
    return new AppError("unsupported_media_type", `Send a form (${formType}) or JSON.`);
  }
  try {
    const body: unknown = JSON.parse(await request.clone().text());
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return null;
  } catch {
    // Not JSON at all: the same answer.
  }
  return new AppError("malformed_json", "The body is not a JSON object.");
}

export { handler as GET, handler as POST };

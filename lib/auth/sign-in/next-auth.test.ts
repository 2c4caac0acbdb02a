import type { NextAuthOptions } from "next-auth";
import { expect, test } from "vitest";
import { authOptions } from "./next-auth";
import { SESSION_SECONDS_MAX, readSessionCookie, sessionCookieOf } from "@/lib/auth/session/session-cookie";
import { signInErrorWords } from "./sign-in-words";
import { useIdentities } from "@/lib/auth/testing/identity-fixture";

const identity = await useIdentities();
const { owner } = identity.test;
const tenantId = await identity.addTenant();

type Authorize = (
  credentials: Record<string, unknown>,
  request: { headers: Record<string, string> },
) => Promise<unknown>;
const authorize: Authorize = (credentials, request) => {
  const provider = authOptions().providers[0] as unknown as { options: { authorize: Authorize } };
  return provider.options.authorize(credentials, request);
};

test("a session holds its own id and the person's, and nothing else", async () => {
  const jwt = authOptions().callbacks!.jwt as (input: unknown) => unknown;
  const fresh = jwt({
    token: { name: "Ada", email: "ada@example.com" },
    user: { id: "7", sessionId: 40, name: "Ada" },
  });
  const claims = { sessionId: 40, userId: 7 };
  expect(fresh).toEqual(claims);
  expect(jwt({ token: { ...claims, iat: 1, role: "admin" } })).toEqual(claims);
  const session = authOptions().callbacks!.session as (input: unknown) => unknown;
  expect(session({ session: { expires: "2026-01-01", user: { email: "ada@example.com" } } })).toEqual({
    expires: "2026-01-01",
  });
});

test("wherever a sign-in is asked to lead, it leads to an address of ours and never fails for it", () => {
  const redirect = authOptions().callbacks!.redirect as (input: unknown) => unknown;
  const baseUrl = "https://countersign.example";
  const led = (url: unknown) => redirect({ url, baseUrl });
  expect(led("/proposed-actions/7?tab=1")).toBe(`${baseUrl}/proposed-actions/7?tab=1`);
  expect(led(`${baseUrl}/ledger`)).toBe(`${baseUrl}/ledger`);
  const elsewhere = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "data:,x",
  ];
  const noAddress = ["http://", "https://[", 5, true, null, ["/ledger"], { href: "/ledger" }];
  for (const url of [...elsewhere, ...noAddress]) expect(led(url), JSON.stringify(url)).toBe(baseUrl);
});

test("a session is a cookie that scripts cannot read and that lasts twelve hours", () => {
  const options: NextAuthOptions = authOptions();
  expect(options.session).toEqual({ strategy: "jwt", maxAge: SESSION_SECONDS_MAX });
  expect(SESSION_SECONDS_MAX).toBe(43_200);
  expect(options.cookies!.sessionToken!.options).toMatchObject({ httpOnly: true, sameSite: "lax" });
});

test("a cookie that was sealed with our secret is read, a foreign or empty one is not", async () => {
  const { userId } = await identity.addMember(tenantId, "viewer");
  const cookie = sessionCookieOf(`theme=dark; ${await identity.cookieOf(userId, 3)}; other=1`);
  expect(await readSessionCookie(cookie!)).toEqual({ sessionId: expect.any(Number), userId });
  expect(await readSessionCookie(`${cookie!.slice(0, -4)}AAAA`)).toBeNull();
  expect(await readSessionCookie("")).toBeNull();
});

test("the form signs in, refuses, and names too many attempts by a code with words", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const request = { headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.44" } };
  expect(await authorize({ email: member.email, password: member.password }, request)).toEqual({
    id: String(member.userId),
    sessionId: expect.any(Number),
  });
  expect(await authorize({ email: member.email }, request)).toBeNull();
  for (let guess = 1; guess <= 5; guess++) {
    expect(await authorize({ email: member.email, password: "wrong" }, request)).toBeNull();
  }
  await expect(authorize({ email: member.email, password: member.password }, request)).rejects.toThrow(
    /^TooManyAttempts$/,
  );
  expect(signInErrorWords("TooManyAttempts")).toContain("fifteen minutes");
  // Only the last hop is trusted.
  const [counted] =
    await owner`SELECT count(*) AS n FROM auth_attempts WHERE subject = 'sign-in-from:192.0.2.44'`;
  expect(counted!.n).toBe(5);
});

test.each(["<b>Call 555-0100</b>", "constructor", ""])(
  "the sign-in page never shows the words %j",
  (code) => {
    expect(signInErrorWords(code)).toBe("Signing in did not work. Try again.");
  },
);

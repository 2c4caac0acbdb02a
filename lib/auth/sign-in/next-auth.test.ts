import type { NextAuthOptions } from "next-auth";
import { expect, test } from "vitest";
import { clientAddressOf } from "@/lib/auth/request/client-address";
import { knownDevice, rememberDevice } from "./known-devices";
import { type DeviceMemory, authOptions } from "./next-auth";
import { SESSION_SECONDS_MAX, readSessionCookie, sessionCookieOf } from "@/lib/auth/session/session-cookie";
import { signInErrorWords } from "./sign-in-words";
import { useIdentities } from "@/lib/auth/testing/identity-fixture";

const identity = await useIdentities();
const tenantId = await identity.addTenant();

type Authorize = (
  credentials: Record<string, unknown>,
  request: { headers: Record<string, string> },
) => Promise<unknown>;
const authorize = (
  credentials: Parameters<Authorize>[0],
  request: Parameters<Authorize>[1],
  device?: DeviceMemory,
) => {
  const [provider] = authOptions(null, device).providers;
  return (provider as unknown as { options: { authorize: Authorize } }).options.authorize(
    credentials,
    request,
  );
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

test("the form signs in, refuses, and knows a browser that has signed in before", async () => {
  const member = await identity.addMember(tenantId, "approver");
  const request = { headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.44" } };
  let cookie: string | null = null;
  const over = async (password: string) => {
    let signedIn: string | null = null;
    const device = { cookie, remember: (email: string) => void (signedIn = email) };
    const answer = await authorize({ email: member.email, password }, request, device);
    if (signedIn !== null) cookie = valueOf(await rememberDevice(cookie, signedIn));
    return answer;
  };
  expect(await authorize({ email: member.email }, request)).toBeNull();
  expect(await over(member.password)).toEqual({
    id: String(member.userId),
    sessionId: expect.any(Number),
  });
  for (let guess = 1; guess <= 5; guess++) expect(await over("wrong")).toBeNull();
  await expect(over(member.password)).rejects.toThrow(/^TooManyAttempts$/);
  expect(signInErrorWords("TooManyAttempts")).toContain("a few minutes");
  cookie = null;
  expect(await over(member.password)).toMatchObject({ id: String(member.userId) });
});

const valueOf = (header: string) => header.slice(header.indexOf("=") + 1, header.indexOf(";"));

test("a device's cookie is sealed, names nobody, and is worth nothing for another account", async () => {
  const header = await rememberDevice(null, "Ana@acme.example");
  expect(header).toMatch(/; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const cookie = valueOf(header);
  expect(cookie).not.toContain("acme");
  const id = await knownDevice(cookie, "ana@acme.example");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await knownDevice(cookie, "bea@acme.example")).toBeNull();
  expect(await knownDevice(`${cookie.slice(0, -4)}AAAA`, "ana@acme.example")).toBeNull();
  const both = valueOf(await rememberDevice(cookie, "bea@acme.example"));
  expect(await knownDevice(both, "ana@acme.example")).toBe(id);
  const session = sessionCookieOf(
    await identity.cookieOf((await identity.addMember(tenantId, "viewer")).userId, 1),
  );
  expect(await knownDevice(session, "ana@acme.example")).toBeNull();
  expect(await readSessionCookie(both)).toBeNull();
});

test.each<[header: unknown, hops: number, address: string | null]>([
  ["203.0.113.9, 192.0.2.44", 0, null],
  ["203.0.113.9, 192.0.2.44", 1, "192.0.2.44"],
  ["203.0.113.9, 192.0.2.44", 2, "203.0.113.9"],
  ["192.0.2.44", 2, null],
  ["<script>", 1, null],
  [undefined, 1, null],
])("of %j behind %i proxies the caller is %j", (header, hops, address) => {
  expect(clientAddressOf(header, hops)).toBe(address);
});

test.each(["<b>Call 555-0100</b>", "constructor", ""])(
  "the sign-in page never shows the words %j",
  (code) => {
    expect(signInErrorWords(code)).toBe("Signing in did not work. Try again.");
  },
);

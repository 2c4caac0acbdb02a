import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import NextAuth from "next-auth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { authOptions } from "./next-auth";
import { type Member, useIdentities } from "@/lib/auth/testing/identity-fixture";

/** Overrides in the test provider's ID token. NextAuth must refuse each before it calls our code. */
interface Statement {
  issuer?: string;
  audience?: string;
  nonce?: string;
  expired?: boolean;
  foreignKey?: boolean;
}

const identity = await useIdentities();
let member: Member;
let server: Server;
let issuer: string;
let statement: Statement = {};
let nonce = "";
beforeAll(async () => {
  const keys = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k", alg: "RS256", use: "sig" };
  const idToken = () =>
    new SignJWT({ email: member.email, email_verified: true, nonce: statement.nonce ?? nonce })
      .setProtectedHeader({ alg: "RS256", kid: "k" })
      .setSubject("s-1")
      .setIssuer(statement.issuer ?? issuer)
      .setAudience(statement.audience ?? "countersign")
      .setIssuedAt()
      .setExpirationTime(statement.expired ? Math.floor(Date.now() / 1_000) - 600 : "5m")
      .sign(statement.foreignKey ? foreign.privateKey : keys.privateKey);
  const answers: Record<string, () => unknown> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }),
    "/jwks": () => ({ keys: [jwk] }),
    "/token": async () => ({ access_token: "a", token_type: "Bearer", id_token: await idToken() }),
  };
  server = createServer((request, response) => {
    void (async () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await answers[request.url!]?.()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("OIDC_ISSUER", issuer);
  vi.stubEnv("OIDC_CLIENT_ID", "countersign");
  vi.stubEnv("OIDC_CLIENT_SECRET", "secret");
  member = await identity.addMember(await identity.addTenant(), "approver");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

interface Answer {
  body: unknown;
  redirect: string | null;
  cookies: Record<string, string>;
}

/** Sends one request to NextAuth, as its own adapter for Node does, and returns the answer. */
async function ask(
  nextauth: string[],
  req: { method: string; cookies?: Record<string, string>; body?: unknown; query?: Record<string, string> },
): Promise<Answer> {
  const answer: Answer = { body: null, redirect: null, cookies: {} };
  const headers = new Map<string, unknown>();
  const finish = (body: unknown) => void (answer.body = body);
  const res = {
    status: () => res,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: unknown) => {
      headers.set(name.toLowerCase(), value);
      return res;
    },
    end: finish,
    send: finish,
    json: finish,
  };
  const whole = { headers: {}, cookies: {}, ...req, query: { ...req.query, nextauth } };
  await (NextAuth as unknown as (...args: unknown[]) => Promise<unknown>)(whole, res, authOptions());
  answer.redirect = (headers.get("location") as string | undefined) ?? null;
  for (const line of [headers.get("set-cookie") ?? []].flat() as string[]) {
    const [pair] = line.split(";");
    const at = pair!.indexOf("=");
    answer.cookies[pair!.slice(0, at)] = decodeURIComponent(pair!.slice(at + 1));
  }
  return answer;
}

/** Calls our sign-in route, then the callback from the provider. */
async function goThrough(what: Statement): Promise<{ redirect: string; signedIn: boolean }> {
  statement = what;
  const csrf = await ask(["csrf"], { method: "GET" });
  const start = await ask(["signin", "oidc"], {
    method: "POST",
    cookies: csrf.cookies,
    body: { csrfToken: (csrf.body as { csrfToken: string }).csrfToken, callbackUrl: "/account" },
  });
  const leaving = new URL(start.redirect!);
  expect(leaving.searchParams.get("code_challenge_method")).toBe("S256");
  nonce = leaving.searchParams.get("nonce")!;
  const back = await ask(["callback", "oidc"], {
    method: "GET",
    cookies: { ...csrf.cookies, ...start.cookies },
    query: { code: "c", state: leaving.searchParams.get("state")! },
  });
  return { redirect: back.redirect!, signedIn: Boolean(back.cookies["next-auth.session-token"]) };
}

test("a statement that the provider signs for us, now and about this very sign-in, lets the person in", async () => {
  expect(await goThrough({})).toMatchObject({ signedIn: true });
});

test.each<[string, Statement]>([
  ["another issuer", { issuer: "https://evil.example" }],
  ["another audience", { audience: "another-client" }],
  ["another sign-in's nonce", { nonce: "of-another" }],
  ["an ID token that ran out", { expired: true }],
  ["a key that is not the provider's", { foreignKey: true }],
])("an answer with %s lets nobody in and leads to words", async (_name, what) => {
  const { redirect, signedIn } = await goThrough(what);
  expect(signedIn).toBe(false);
  expect(redirect).toContain("error=OAuthCallback");
});

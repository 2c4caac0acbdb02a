import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInByOidc } from "@/lib/auth/sign-in/oidc-sign-in";
import { untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { call, installWorld } from "@/lib/operations/testing/over-http";
import { answerMetadata } from "./resource-metadata";
import { MODES, connect, post } from "./testing/client";
import { refusalOf, toolOf } from "./testing/tools";

/** An identity provider on this machine: its configuration, its keys, and tokens that a test signs. */
const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: "own", alg: "ES256" }] };
const provider = createServer((request, response) => {
  const answers: Record<string, object> = {
    "/.well-known/openid-configuration": { issuer, jwks_uri: `${issuer}/keys` },
    "/keys": jwks,
  };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answers[request.url!] ?? {}));
});
await new Promise<void>((resolve) => {
  provider.listen(0, "127.0.0.1", resolve);
});
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
afterAll(() => provider.close());

// Set before anything reads the environment, which is parsed once.
Object.assign(process.env, {
  NEXTAUTH_URL: "http://127.0.0.1:3000",
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: "countersign",
  OIDC_CLIENT_SECRET: "a-secret",
});
const resource = "http://127.0.0.1:3000/api/mcp";
const world = await useWorld();
installWorld(world);
const { approver, owner } = world;

const tokenOf = (claims: Record<string, unknown> = {}, key = own.privateKey, header = {}) =>
  new SignJWT({
    iss: issuer,
    aud: resource,
    sub: "ana-at-the-provider",
    scope: "openid propose",
    exp: Math.floor(Date.now() / 1_000) + 600,
    ...claims,
  })
    .setProtectedHeader({ alg: "ES256", kid: "own", ...header })
    .sign(key);
const listing = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const ask = async (token: string) => {
  const response = await post(listing, { authorization: `Bearer ${token}` });
  const challenge = response.headers.get("www-authenticate");
  const text = await response.text();
  return { status: response.status, challenge, text };
};

beforeAll(async () => {
  const identity = { issuer, subject: "ana-at-the-provider", email: approver.email, emailVerified: true };
  await signInByOidc(identity, { database: world.gateway.database });
});

test("the document names the provider that issues tokens for this resource", async () => {
  const request = new Request(resource, { headers: { host: "127.0.0.1:3000" } });
  expect(await (await answerMetadata(request)).json()).toEqual({
    resource,
    resource_name: "Countersign",
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    scopes_supported: ["propose"],
  });
});

describe("a person's access token", () => {
  test("speaks as the one agent that acts for them, and for nobody where there is none or a second", async () => {
    const token = await tokenOf();
    expect((await ask(token)).text).toContain("No agent acts for you");
    const agent = await world.home.agent("anas-agent", approver.userId);
    expect((await ask(token)).status).toBe(200);
    await world.home.agent("anas-other-agent", approver.userId);
    expect((await ask(token)).text).toContain("Several agents act for you");
    await owner`UPDATE agents SET revoked_at = now() WHERE name = 'anas-other-agent'`;

    for (const mode of MODES) {
      const client = await connect(token, mode);
      const { id } = await toolOf(client, "propose_ar_note", {
        customer: "Coastal Pantry",
        note: `By a token, ${mode}`,
      });
      const [row] = await owner`SELECT agent_id, on_behalf_of_user_id FROM proposed_actions WHERE id = ${id}`;
      expect(row).toEqual({ agent_id: agent.agentId, on_behalf_of_user_id: approver.userId });
    }
  });

  test("decides nothing on any other door", async () => {
    const { proposal } = await world.propose({
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: [{ field: "note", to: "Not by a token" }],
    });
    const body = { decision: "approve", payload_hash: proposal.payload_hash };
    const token = await tokenOf({ scope: "propose approve decide admin" });
    for (const path of [`/api/proposed-actions/${proposal.id}/decide`, "/api/v1/proposals"])
      expect((await call(path, { token, body })).status, path).toBe(401);
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test.each([
    ["for another resource", { aud: "https://elsewhere.example" }],
    ["for signing in", { aud: "countersign" }],
    ["of another issuer", { iss: "https://elsewhere.example" }],
    ["that has expired", { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ["that never expires", { exp: undefined }],
    ["that is not valid yet", { nbf: Math.floor(Date.now() / 1_000) + 600 }],
    ["of nobody", { sub: undefined }],
  ])("%s is refused", async (_what, claims) => {
    const { status, challenge } = await ask(await tokenOf(claims));
    expect(status).toBe(401);
    expect(challenge).toMatch(/^Bearer resource_metadata="http.+, error="invalid_token"$/);
  });

  test("that another key signed, or none, is refused", async () => {
    const [header, payload] = (await tokenOf()).split(".") as [string, string];
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const symmetric = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256", kid: "own" })
      .sign(new TextEncoder().encode(JSON.stringify(jwks.keys[0])));
    const forged = [
      await tokenOf({}, other.privateKey),
      await tokenOf({}, other.privateKey, { kid: "another" }),
      `${unsigned}.${payload}.x`,
      `${header}.${payload}.AAAA`,
      symmetric,
    ];
    for (const token of forged) expect((await ask(token)).status, token).toBe(401);
  });

  test("without the scope is told which, and an account that never signed in here is nobody's", async () => {
    const unscoped = await ask(await tokenOf({ scope: "openid" }));
    expect([unscoped.status, unscoped.challenge]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ]);
    expect((await ask(await tokenOf({ scope: undefined, scp: ["propose"] }))).status).toBe(200);
    expect(await ask(await tokenOf({ sub: "somebody" }))).toMatchObject({ status: 403, challenge: null });
    expect((await ask(await tokenOf({ sub: "nul\u0000" }))).status).toBe(403);
  });

  test.each([
    [
      "was removed",
      (userId: number) => owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`,
    ],
    ["was disabled", (userId: number) => owner`UPDATE users SET disabled_at = now() WHERE id = ${userId}`],
  ])("of somebody who %s while their proposal was on its way stores nothing", async (what, end) => {
    const name = `late-${what.replace(" ", "-")}`;
    const person = await world.home.person(name, "approver");
    const identity = { issuer, subject: name, email: person.email, emailVerified: true };
    await signInByOidc(identity, { database: world.gateway.database });
    const { agentId } = await world.home.agent(`${name}-agent`, person.userId);
    const client = await connect(await tokenOf({ sub: name }), "auto");
    const late = await owner.begin(async (tx) => {
      await tx`SELECT 1 FROM agents WHERE id = ${agentId} FOR UPDATE`;
      const refusal = refusalOf(client, "propose_ar_note", { customer: "Coastal Pantry", note: what });
      await untilWaiting(world.superuser, 1);
      await end(person.userId);
      return { refusal };
    });
    expect(await late.refusal).toMatchObject({ code: "unauthenticated", status: 401 });
    expect(await owner`SELECT id FROM proposed_actions WHERE agent_id = ${agentId}`).toEqual([]);
  });

  test("ends with the agent, with the person's membership and with the person", async () => {
    const token = await tokenOf();
    const statusWhile = async (change: () => PromiseLike<unknown>, back: () => PromiseLike<unknown>) => {
      await change();
      const { status } = await ask(token);
      await back();
      return [status, (await ask(token)).status];
    };
    const { userId } = approver;
    expect(
      await statusWhile(
        () => owner`UPDATE agents SET revoked_at = now() WHERE name = 'anas-agent'`,
        () => owner`UPDATE agents SET revoked_at = NULL WHERE name = 'anas-agent'`,
      ),
    ).toEqual([403, 200]);
    expect(
      await statusWhile(
        () => owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`,
        () => owner`UPDATE memberships SET revoked_at = NULL WHERE user_id = ${userId}`,
      ),
    ).toEqual([403, 200]);
    expect(
      await statusWhile(
        () => owner`UPDATE users SET disabled_at = now() WHERE id = ${userId}`,
        () => owner`UPDATE users SET disabled_at = NULL WHERE id = ${userId}`,
      ),
    ).toEqual([403, 200]);
  });
});

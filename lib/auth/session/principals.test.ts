import { describe, expect, test } from "vitest";
import { getDatabase } from "@/db/client";
import { takePool } from "@/db/testing/take-pool";
import { PAGE_OWNER_HEADER, pageOwnerOf } from "@/lib/core/access/page-owner";
import type { Role } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { agentFromRequest, personFromRequest } from "./principals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { ORIGIN, useIdentities } from "@/lib/auth/testing/identity-fixture";

const identity = await useIdentities();
const { owner } = identity.test;
const tenantId = await identity.addTenant();

function request(headers: Record<string, string>, method = "GET"): Request {
  return new Request(`${ORIGIN}/api/proposed-actions`, {
    method,
    headers: { host: "countersign.test:3000", ...headers },
  });
}
/** The request speaks for nobody. */
const nobody = (headers: Record<string, string>) =>
  expectRefusal(personFromRequest(request(headers)), { code: "unauthenticated", status: 401 });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const refusal = (code: string, status: number) => expect.objectContaining({ name: "AppError", code, status });

describe("a person", () => {
  test("is known by a personal token and by a session cookie, with the role the database holds", async () => {
    const maria = await identity.addMember(tenantId, "approver");
    const expected = { kind: "person", userId: maria.userId, tenantId, email: maria.email, role: "approver" };
    expect(await personFromRequest(request(bearer(maria.token)))).toMatchObject({
      ...expected,
      via: "token",
    });
    expect(await personFromRequest(request({ cookie: maria.cookie }))).toMatchObject({
      ...expected,
      via: "session",
    });
  });

  test("is refused to a page of somebody else or of another company, and known to their own", async () => {
    const { userId, cookie } = await identity.addMember(tenantId, "approver");
    const from = (page: string) => personFromRequest(request({ cookie, [PAGE_OWNER_HEADER]: page }));
    expect(await from(pageOwnerOf({ tenantId, userId }))).toMatchObject({ userId });
    const others = [
      { tenantId, userId: userId + 1 },
      { tenantId: tenantId + 1, userId },
    ].map(pageOwnerOf);
    for (const page of [...others, "no owner"])
      await expect(from(page), page).rejects.toEqual(refusal("unauthenticated", 401));
  });

  test("is identified while every connection of the pool is taken", { timeout: 30_000 }, async () => {
    const { userId, token, cookie } = await identity.addMember(tenantId, "admin");
    await takePool(getDatabase());
    expect(await personFromRequest(request(bearer(token)))).toMatchObject({ userId });
    expect(await personFromRequest(request({ cookie }))).toMatchObject({ userId });
  });

  const endings: [string, (userId: number) => Promise<unknown>][] = [
    ["revoked membership", (id) => owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${id}`],
    ["disabled person", (id) => owner`UPDATE users SET disabled_at = now() WHERE id = ${id}`],
  ];
  test.each(endings)("a %s is refused at once, by cookie and by token", async (_name, end) => {
    const member = await identity.addMember(tenantId, "admin");
    await personFromRequest(request({ cookie: member.cookie }));
    await end(member.userId);
    await nobody({ cookie: member.cookie });
    await nobody(bearer(member.token));
  });

  test("a raised session version ends the sessions before it and leaves later ones", async () => {
    const member = await identity.addMember(tenantId, "admin");
    await owner`UPDATE users SET session_version = 2 WHERE id = ${member.userId}`;
    await nobody({ cookie: member.cookie });
    const later = await identity.cookieOf(member.userId, 2);
    expect(await personFromRequest(request({ cookie: later }))).toMatchObject({ userId: member.userId });
  });

  test("a changed role holds at the next request", async () => {
    const member = await identity.addMember(tenantId, "admin");
    await owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${member.userId}`;
    expect((await personFromRequest(request({ cookie: member.cookie }))).role).toBe("viewer");
  });

  test("a token speaks for the tenant it was made in alone, although its person belongs to two", async () => {
    const other = await identity.addTenant();
    const member = await identity.addMember(tenantId, "viewer");
    await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${other}, ${member.userId}, 'admin')`;
    expect(await personFromRequest(request(bearer(member.token)))).toMatchObject({
      tenantId,
      role: "viewer",
    });
    await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${member.userId} AND tenant_id = ${tenantId}`;
    await nobody(bearer(member.token));
  });

  test("a revoked and an expired token are refused", async () => {
    for (const column of ["revoked_at", "expires_at"]) {
      const member = await identity.addMember(tenantId, "admin");
      await owner`UPDATE personal_tokens SET ${owner(column)} = now() - interval '1 second' WHERE user_id = ${member.userId}`;
      await nobody(bearer(member.token));
    }
  });

  test.each<Record<string, string>>([
    {},
    { cookie: "next-auth.session-token=" },
    { cookie: "next-auth.session-token=eyJhbGciOiJub25lIn0..e30" },
    { authorization: "Basic YWRtaW46YWRtaW4=" },
    { authorization: "Bearer" },
    { authorization: `Bearer ${"x".repeat(10_000)}` },
    { authorization: "Bearer csp_unknown" },
  ])("nobody is known by %j", async (headers) => {
    await nobody(headers);
  });

  test("a bad token is not forgiven for the good cookie beside it", async () => {
    const { cookie } = await identity.addMember(tenantId, "admin");
    await nobody({ cookie, ...bearer("csp_unknown") });
  });

  test("a refusal never repeats the credential", async () => {
    const error: unknown = await personFromRequest(request(bearer("csp_very-secret"))).catch(
      (thrown: unknown) => thrown,
    );
    expect(`${JSON.stringify(error)} ${String(error)} ${(error as Error).stack}`).not.toContain(
      "very-secret",
    );
  });
});

describe("a state-changing request by cookie", () => {
  const foreign: [string, Record<string, string>][] = [
    ["without an Origin", {}],
    ["with a null Origin", { origin: "null" }],
    ["from elsewhere", { origin: "https://evil.test" }],
    ["from a host that only begins like ours", { origin: `${ORIGIN}.evil.test` }],
  ];
  test.each(foreign)("%s is refused, for every method that changes state", async (_name, headers) => {
    const { cookie } = await identity.addMember(tenantId, "admin");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await expectRefusal(personFromRequest(request({ cookie, ...headers }, method)), {
        code: "origin_refused",
        status: 403,
      });
    }
    expect(await personFromRequest(request({ cookie, ...headers }))).toMatchObject({ via: "session" });
  });

  test("from our own pages passes; by token no Origin is needed", async () => {
    const { cookie, token } = await identity.addMember(tenantId, "admin");
    expect(await personFromRequest(request({ cookie, origin: ORIGIN }, "POST"))).toMatchObject({
      via: "session",
    });
    expect(await personFromRequest(request(bearer(token), "POST"))).toMatchObject({ via: "token" });
  });
});

describe("an agent", () => {
  test("is known by its key, with its limits", async () => {
    const { agent, key } = await identity.addAgent(tenantId);
    expect(await agentFromRequest(request(bearer(key), "POST"))).toMatchObject({
      kind: "agent",
      agentId: agent.agentId,
      tenantId,
      onBehalfOfUserId: null,
      proposalsPerMinuteMax: 120,
      pendingMax: 1000,
    });
  });

  test("is refused where a person must decide", async () => {
    const { key } = await identity.addAgent(tenantId);
    const asPerson = personFromRequest(request(bearer(key), "POST"));
    await expectRefusal(asPerson, { code: "not_allowed", status: 403 });
  });

  test("a revoked key is nobody's, on both sides", async () => {
    const { agent, key } = await identity.addAgent(tenantId);
    await owner`UPDATE agents SET revoked_at = now() WHERE id = ${agent.agentId}`;
    await expectRefusal(agentFromRequest(request(bearer(key))), { code: "unauthenticated", status: 401 });
    await nobody(bearer(key));
  });

  test("a person's token is refused and a session does not count", async () => {
    const { cookie, token } = await identity.addMember(tenantId, "admin");
    await expectRefusal(agentFromRequest(request(bearer(token))), { code: "not_allowed", status: 403 });
    await expectRefusal(agentFromRequest(request({ cookie })), { code: "unauthenticated", status: 401 });
  });
});

test.each([
  ["viewer", false, false],
  ["approver", true, false],
  ["admin", true, true],
] as [Role, boolean, boolean][])(
  "a %s passes as approver: %s, as admin: %s",
  async (role, approves, administers) => {
    const { token } = await identity.addMember(tenantId, role);
    const person = await personFromRequest(request(bearer(token)));
    const passes = (needed: "approver" | "admin") => {
      try {
        requireRole(person, needed);
        return true;
      } catch (error) {
        expect(error).toEqual(refusal("not_allowed", 403));
        return false;
      }
    };
    expect([passes("approver"), passes("admin")]).toEqual([approves, administers]);
  },
);

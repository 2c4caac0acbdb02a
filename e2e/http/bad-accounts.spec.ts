import { parse, send } from "../support/http";
import { userOf } from "../support/installation";
import { addByAdmin, browserHeadersOf, createByAdmin } from "../support/own-people";
import { hire } from "../support/people";
import { type OtherTenant, foundOtherTenant } from "../support/other-tenant";
import { type Refusal, expectRefused } from "../support/refusal";
import { expect, test } from "../support/test";

const long = "x".repeat(2_001);
const person = { name: "Nia Okafor", email: "nia@greenfield.example", role: "viewer" };
const good = "three unrelated words";

/** What is wrong, and the field that the answer names. */
const bodies: [method: string, path: string, name: string, body: unknown, field: string][] = [
  ["POST", "/api/people", "nothing", {}, "name"],
  ["POST", "/api/people", "an empty name", { ...person, name: "  " }, "name"],
  ["POST", "/api/people", "a name that is too long", { ...person, name: long }, "name"],
  ["POST", "/api/people", "a name that reorders text", { ...person, name: "Nia‮Okafor" }, "name"],
  ["POST", "/api/people", "no address", { ...person, email: "nia" }, "email"],
  ["POST", "/api/people", "an address that is too long", { ...person, email: `${long}@x.example` }, "email"],
  ["POST", "/api/people", "a role there is none of", { ...person, role: "owner" }, "role"],
  ["POST", "/api/people", "a field nobody knows", { ...person, tenant_id: 2 }, "tenant_id"],
  ["PATCH", "/api/people/1", "a role there is none of", { role: "root" }, "role"],
  ["POST", "/api/agents", "a name with blanks", { name: "My Agent" }, "name"],
  ["POST", "/api/agents", "a name that is too long", { name: "a".repeat(64) }, "name"],
  ["POST", "/api/agents", "no room at all", { name: "a", pending_max: 0 }, "pending_max"],
  [
    "POST",
    "/api/agents",
    "a limit without bound",
    { name: "a", proposals_per_minute_max: 1e9 },
    "proposals_per_minute_max",
  ],
  ["POST", "/api/agents", "a person that is text", { name: "a", on_behalf_of: "1" }, "on_behalf_of"],
  [
    "POST",
    "/api/agents",
    "a person who is not here",
    { name: "a", on_behalf_of: 999_999_999 },
    "on_behalf_of",
  ],
  ["PATCH", "/api/agents/1", "a key of one's own", { key_hash: "x" }, "key_hash"],
  ["POST", "/api/agents/1/rotate-key", "a grace of a week", { grace_hours: 168 }, "grace_hours"],
  ["POST", "/api/agents/1/rotate-key", "a grace before now", { grace_hours: -1 }, "grace_hours"],
  ["PATCH", "/api/account", "an empty name", { name: "" }, "name"],
  ["PATCH", "/api/account", "a role", { name: "x", role: "admin" }, "role"],
  ["POST", "/api/account/password", "no current one", { new_password: good }, "current_password"],
  [
    "POST",
    "/api/account/password",
    "a weak one",
    { current_password: "x", new_password: "short" },
    "new_password",
  ],
  ["POST", "/api/account/password", "a novel", { current_password: "x", new_password: long }, "new_password"],
  ["PUT", "/api/account/second-factor", "five digits", { enrolment: "x", code: "12345" }, "code"],
  [
    "PUT",
    "/api/account/second-factor",
    "an enrolment that is none",
    { enrolment: "v1.a.b.c", code: "123456" },
    "enrolment",
  ],
  ["POST", "/api/account/tokens", "no end", { name: "ci" }, "expires_in_days"],
  ["POST", "/api/account/tokens", "two years", { name: "ci", expires_in_days: 730 }, "expires_in_days"],
  ["POST", "/api/account/tokens", "a name that is too long", { name: long, expires_in_days: 1 }, "name"],
  ["PUT", "/api/account/tenant", "text", { tenant_id: "2" }, "tenant_id"],
  ["POST", "/api/account/password-link", "no password", { token: "csl_x" }, "password"],
  [
    "POST",
    "/api/account/password-link",
    "a token that is too long",
    { token: long, password: good },
    "token",
  ],
];
for (const [method, path, name, body, field] of bodies) {
  test(`${method} ${path} with ${name} is answered 422 and names ${field}`, async () => {
    const sent = { method, body, token: userOf("admin").token };
    await expectRefused({ name, path, sent, status: 422, code: "validation_failed", field });
  });
}

test("what is no JSON, too large or of another type is refused on every route that takes a body", async () => {
  const token = userOf("admin").token;
  for (const [method, path] of new Map(
    bodies.map(([verb, where]) => [`${verb} ${where}`, [verb, where] as const]),
  ).values()) {
    const rows: Omit<Refusal, "name" | "path">[] = [
      { sent: { method, token, raw: "{" }, status: 400, code: "malformed_json" },
      { sent: { method, token, raw: "{}", type: "text/plain" }, status: 415, code: "unsupported_media_type" },
      {
        sent: { method, token, raw: `{"name":"${"x".repeat(300_000)}"}` },
        status: 413,
        code: "payload_too_large",
      },
    ];
    for (const row of rows) await expectRefused({ name: path, path, ...row });
  }
});

const byId: [method: string, path: (id: string | number) => string, body?: unknown][] = [
  ["PATCH", (id) => `/api/people/${id}`, { role: "viewer" }],
  ["POST", (id) => `/api/people/${id}/revoke`],
  ["POST", (id) => `/api/people/${id}/restore`],
  ["POST", (id) => `/api/people/${id}/end-sessions`],
  ["POST", (id) => `/api/people/${id}/password-link`],
  ["POST", (id) => `/api/people/${id}/reset-second-factor`],
  ["POST", (id) => `/api/people/${id}/unlink-sign-in`],
  ["PATCH", (id) => `/api/agents/${id}`, { pending_max: 1 }],
  ["POST", (id) => `/api/agents/${id}/rotate-key`, {}],
  ["POST", (id) => `/api/agents/${id}/revoke`],
  ["DELETE", (id) => `/api/account/tokens/${id}`],
  ["DELETE", (id) => `/api/account/sessions/${id}`],
];

test.describe("ids", () => {
  let other: OtherTenant;
  test.beforeAll(async () => {
    other = await foundOtherTenant();
  });

  test("that are none are 400, absent ones and another company's 404, on every route that takes one", async () => {
    const theirs = parse<{ id: number }>(await send("/api/account", { token: other.adminToken })).id;
    const { items } = parse<{ items: { id: number }[] }>(
      await send("/api/agents", { token: other.adminToken }),
    );
    const token = userOf("admin").token;
    for (const [method, path, body] of byId) {
      const sent = { method, token, ...(body ? { body } : {}) };
      for (const id of ["0", "-1", "abc", "1.5", "%00", "99999999999999999999"])
        await expectRefused({
          name: id,
          path: path(id),
          sent,
          status: 400,
          code: "malformed_request",
          field: "id",
        });
      const foreign = path("").includes("agents") ? items[0]!.id : theirs;
      for (const id of [9_007_199_254_740_991, foreign])
        await expectRefused({ name: String(id), path: path(id), sent, status: 404, code: "not_found" });
    }
  });

  test("of another company's people name nobody for whom an agent may speak", async () => {
    const theirs = parse<{ id: number }>(await send("/api/account", { token: other.adminToken })).id;
    const sent = {
      method: "POST",
      token: userOf("admin").token,
      body: { name: "spy", on_behalf_of: theirs },
    };
    await expectRefused({
      name: "spy",
      path: "/api/agents",
      sent,
      status: 422,
      code: "validation_failed",
      field: "on_behalf_of",
    });
  });
});

test("viewers and approvers are refused on every route about people and agents, whatever they send", async () => {
  const { person: somebody } = await addByAdmin("viewer");
  const { agent } = await createByAdmin();
  const rows: [method: string, path: string, body?: unknown][] = [
    ["GET", "/api/people"],
    ["GET", "/api/agents"],
    ["POST", "/api/people", person],
    ["POST", "/api/agents", { name: "mine" }],
    ...byId
      .filter(([, path]) => !path("").includes("account"))
      .map(([method, path, body]): [string, string, unknown?] => [
        method,
        path(path("").includes("agents") ? agent.id : somebody.id),
        body,
      ]),
  ];
  for (const role of ["viewer", "approver"] as const) {
    for (const [method, path, body] of rows) {
      const sent = { method, token: userOf(role).token, ...(body ? { body } : {}) };
      await expectRefused({ name: path, path, sent, status: 403, code: "not_allowed" });
    }
  }
});

test("with a session and no Origin of ours every one of these routes answers 403", async () => {
  const { cookie } = await browserHeadersOf(await hire("admin"));
  const rows = [
    ...byId.map(([method, path, body]) => [method, path(1), body] as const),
    ...bodies.slice(0, -2).map(([method, path, , body]) => [method, path, body] as const),
  ];
  for (const origin of [undefined, "null", "https://elsewhere.example"]) {
    for (const [method, path, body] of rows) {
      const headers = { cookie, ...(origin ? { origin } : {}) };
      const answer = await send(path, { method, headers, ...(body ? { body } : {}) });
      expect(answer.status, `${method} ${path} ${origin}`).toBe(403);
      expect(parse(answer)).toMatchObject({ code: "origin_refused" });
    }
  }
});

test("a token makes no token, a used link sets no password, and no answer repeats a secret", async () => {
  await expectRefused({
    name: "token by token",
    path: "/api/account/tokens",
    sent: { method: "POST", token: userOf("admin").token, body: { name: "ci", expires_in_days: 1 } },
    status: 403,
    code: "not_allowed",
  });
  const problem = await expectRefused({
    name: "link",
    path: "/api/account/password-link",
    sent: { method: "POST", body: { token: "csl_never-made", password: good } },
    status: 410,
    code: "expired",
  });
  expect(JSON.stringify(problem)).not.toContain("never-made");
  const forged = await send("/api/account/password-link", {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: { token: "csl_x", password: good },
  });
  expect(forged.status).toBe(403);
});

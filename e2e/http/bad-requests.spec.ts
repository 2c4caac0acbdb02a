import { send } from "../support/http";
import { installation, userOf } from "../support/installation";
import { expectNoLeak, expectProblem, expectRefused } from "../support/refusal";
import { cookieOf } from "../support/sessions";
import { expect, test } from "../support/test";

const badIds = ["0", "-1", "abc", "1e3", "1.5", "9007199254740993", "99999999999999999999", "%00", "01"];
const absent = 9_007_199_254_740_991;

interface Where {
  path: (id: string) => string;
  method: string;
  body?: unknown;
}
const decision = { decision: "reject", payload_hash: "0".repeat(64) };
const byPeople: Where[] = [
  { method: "GET", path: (id) => `/api/proposed-actions/${id}` },
  { method: "GET", path: (id) => `/api/proposed-actions/${id}/live` },
  { method: "POST", path: (id) => `/api/proposed-actions/${id}/decide`, body: decision },
];
const byAgents: Where[] = [
  { method: "GET", path: (id) => `/api/v1/proposals/${id}` },
  { method: "POST", path: (id) => `/api/v1/proposals/${id}/withdraw` },
];

for (const [routes, token] of [
  [byPeople, () => userOf("admin").token],
  [byAgents, () => installation().agentKey],
] as const) {
  for (const { method, path, body } of routes) {
    test(`${method} ${path("{id}")} takes whole numbers above zero alone, and says not found for one that is not there`, async () => {
      const sent = { method, token: token(), ...(body ? { body } : {}) };
      for (const id of badIds) {
        await expectRefused({
          name: id,
          path: path(id),
          sent,
          status: 400,
          code: "malformed_request",
          field: "id",
        });
      }
      await expectRefused({
        name: "absent",
        path: path(String(absent)),
        sent,
        status: 404,
        code: "not_found",
      });
    });
  }
}

const encoded = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString("base64url");
const queries: [query: string, status: number, code: string, field: string][] = [
  ["limit=0", 422, "validation_failed", "limit"],
  ["limit=1000", 422, "validation_failed", "limit"],
  ["limit=-5", 422, "validation_failed", "limit"],
  ["limit=ten", 422, "validation_failed", "limit"],
  ["limit=1.5", 422, "validation_failed", "limit"],
  ["tier=0", 422, "validation_failed", "tier"],
  ["tier=6", 422, "validation_failed", "tier"],
  ["status=everything", 422, "validation_failed", "status"],
  [`q=${"x".repeat(201)}`, 422, "validation_failed", "q"],
  [`customer=${"x".repeat(201)}`, 422, "validation_failed", "customer"],
  ["q=%00", 422, "unsupported_character", "q"],
  ["customer=a%00b", 422, "unsupported_character", "customer"],
  ["type=%00", 422, "unsupported_character", "type"],
  ["agent=%00", 422, "unsupported_character", "agent"],
  ["cursor=nonsense", 400, "malformed_request", "cursor"],
  ["cursor=%00", 422, "unsupported_character", "cursor"],
  [`cursor=${encoded(["1", 1])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded(["2026-02-31", 1])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded(["Thu Nov 20 2026 (noon)", 1])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded(["+275760-09-13T00:00:00.000Z", 1])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded(["2026-11-20 10:00:00+00", 1.5])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded(["2026-11-20 10:00:00+00"])}`, 400, "malformed_request", "cursor"],
  [`cursor=${encoded({ id: 1 })}`, 400, "malformed_request", "cursor"],
];

for (const [query, status, code, field] of queries) {
  test(`a list with ${query.slice(0, 60)} is answered ${status} ${code}`, async () => {
    await expectRefused({
      name: query,
      path: `/api/proposed-actions?${query}`,
      sent: { token: userOf("viewer").token },
      status,
      code,
      field,
    });
  });
}

for (const wait of ["56", "-1", "soon", "1.5"]) {
  test(`waiting for ${wait} seconds is answered 422 and names wait`, async () => {
    await expectRefused({
      name: wait,
      path: `/api/v1/proposals/1?wait=${wait}`,
      sent: { token: installation().agentKey },
      status: 422,
      code: "validation_failed",
      field: "wait",
    });
  });
}

for (const query of ["", "?action_id=", ...badIds.map((id) => `?action_id=${id}`)]) {
  test(`a retry of ${query || "nothing"} is answered 400 and names action_id`, async () => {
    await expectRefused({
      name: query,
      path: `/admin/ns-push/retry${query}`,
      sent: { method: "POST", token: userOf("admin").token },
      status: 400,
      code: "malformed_request",
      field: "action_id",
    });
  });
}

const methods: [path: string, method: string][] = [
  ["/api/v1/proposals", "GET"],
  ["/api/v1/proposals/1", "DELETE"],
  ["/api/v1/proposals/1/withdraw", "GET"],
  ["/api/proposed-actions", "POST"],
  ["/api/proposed-actions/1", "PATCH"],
  ["/api/proposed-actions/1/decide", "GET"],
  ["/api/proposed-actions/bulk-decide", "GET"],
  ["/api/edit-tokens", "GET"],
  ["/api/kill-switches", "DELETE"],
  ["/api/ns-push/drain", "GET"],
  ["/api/audit-dlq/replay", "GET"],
  ["/admin/ns-push/retry", "GET"],
  ["/api/health", "POST"],
];

for (const [path, method] of methods) {
  test(`${method} ${path} is answered 405`, async () => {
    const answer = await send(path, { method, token: userOf("admin").token });
    expect(answer.status).toBe(405);
    expectNoLeak(answer.text);
  });
}

for (const path of ["/api/proposed-actions/%ff", "/proposed-actions/%ff", "/%E0%A4%A", "/api/%c0%af"]) {
  test(`${path}, from which no text can be read, is answered 400`, async () => {
    const answer = await send(path, { token: userOf("viewer").token });
    expect(answer.status).toBe(400);
    expect(expectProblem(answer).code).toBe("malformed_request");
  });
}

test("pages answer odd addresses with a page, and no page or route shows our insides", async () => {
  const { value } = cookieOf("viewer");
  const headers = { cookie: `next-auth.session-token=${value}` };
  const addresses: [path: string, status: number][] = [
    ["/proposed-actions?q=%00", 200],
    ["/proposed-actions?customer=%00&agent=%00&type=%00", 200],
    ["/proposed-actions?view=everything&tier=99&selected=-1", 200],
    ["/proposed-actions?selected=99999999999999999999", 200],
    ["/proposed-actions/abc", 404],
    ["/proposed-actions/99999999999999999999", 404],
    [`/proposed-actions/${absent}`, 404],
    ["/no-such-page", 404],
    ["/api/no-such-route", 404],
    ["/proposed-actions?q=%ff%fe", 200],
  ];
  for (const [path, status] of addresses) {
    const answer = await send(path, { headers });
    expect(answer.status, path).toBe(status);
    expectNoLeak(answer.text);
    expect(answer.text, path).not.toContain("This page could not be loaded");
  }
});

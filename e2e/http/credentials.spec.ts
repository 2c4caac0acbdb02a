import { readDescribed } from "../support/http/call";
import { parse, send } from "../support/http/request";
import { installation, userOf } from "../support/installation";
import { type OtherTenant, foundOtherTenant } from "../support/people/other-tenant";
import { type Proposed, proposeLow } from "../support/proposals/proposals";
import { expectNothingWritten, expectRefusal, expectRefused } from "../support/http/refusal";
import { cookieOf } from "../support/people/sessions";
import { expect, test } from "../support/test";

interface Route {
  method: string;
  address: string;
  caller: "agent" | "person";
}

/** Every route of the document by its caller, so that a new one joins without a change here. */
async function routes(): Promise<Route[]> {
  return (await readDescribed()).flatMap(({ method, path: address, security = [] }): Route[] => {
    const schemes = security.flatMap((scheme) => Object.keys(scheme));
    const caller = schemes.includes("agentKey") ? "agent" : schemes.includes("session") ? "person" : null;
    return caller ? [{ method, address, caller }] : [];
  });
}

const addressOf = ({ address }: Route, id = "1") =>
  address.replaceAll(/\{\w+\}/g, id) + (address === "/admin/ns-push/retry" ? `?action_id=${id}` : "");
const bodyOf = ({ method }: Route) => (method === "GET" ? {} : { body: {} });

test("an agent's key opens none of the people's routes, and a person's token none of the agents'", async () => {
  const all = await routes();
  expect(all.filter((route) => route.caller === "agent").length).toBeGreaterThanOrEqual(3);
  expect(all.filter((route) => route.caller === "person").length).toBeGreaterThanOrEqual(15);
  for (const route of all) {
    const token = route.caller === "agent" ? userOf("admin").token : installation().agentKey;
    const request = { method: route.method, token, ...bodyOf(route) };
    await expectRefused({ path: addressOf(route), request, code: "not_allowed" });
  }
});

test("no credential, and none that is garbage, opens any route", async () => {
  // Hundreds of requests, most of which decrypt a cookie.
  test.slow();
  const { value } = cookieOf("admin");
  const garbage: Record<string, string>[] = [
    {},
    { authorization: "Bearer" },
    { authorization: "Bearer csp_not-one-of-ours" },
    { authorization: `Basic ${Buffer.from("mike:secret").toString("base64")}` },
    { authorization: `Bearer ${"x".repeat(4_000)}` },
    { authorization: "Bearer a b" },
    { cookie: "next-auth.session-token=forged" },
    { cookie: `next-auth.session-token=${value.slice(0, -4)}AAAA` },
    // A caller who sends a token means the token: a cookie does not make up for a bad one.
    { authorization: "Bearer csp_wrong", cookie: `next-auth.session-token=${value}` },
  ];
  const all = await routes();
  await expectNothingWritten(async () => {
    for (const route of all) {
      // All at once: each is refused by itself.
      await Promise.all(
        garbage.map((headers) =>
          expectRefusal({
            path: addressOf(route),
            request: {
              method: route.method,
              headers: { ...headers, origin: installation().url },
              ...bodyOf(route),
            },
            code: "unauthenticated",
          }),
        ),
      );
    }
  });
});

test.describe("another tenant", () => {
  let other: OtherTenant;
  let ours: Proposed;
  test.beforeAll(async () => {
    other = await foundOtherTenant();
    ours = await proposeLow();
  });

  test("its action is not found by anybody here: not by its id in a body, nor on its page", async () => {
    const { id, payload_hash } = other.action;
    const { token } = userOf("admin");
    const factor = { type: "totp", code: "000000" };
    const stepUp = {
      action_id: id,
      payload_hash,
      decision: "approve",
      typed_reference: "Riverbend Foods",
      factor,
    };
    const request = { method: "POST", token, body: stepUp };
    await expectRefused({ path: "/api/edit-tokens", request, code: "not_found" });
    const bulk = await send("/api/proposed-actions/bulk-decide", {
      method: "POST",
      token,
      body: { decision: "approve", items: [{ id, payload_hash }] },
    });
    expect(parse(bulk)).toMatchObject({ results: [{ outcome: "not_found", decided_by: null }] });
    const page = await send(`/proposed-actions/${id}`, {
      headers: { cookie: `next-auth.session-token=${cookieOf("admin").value}` },
    });
    expect(page.status).toBe(404);
    expect(page.text).not.toContain("A note of the other company");
  });

  test("its people and agents find nothing of ours: not by id, not in lists, not in figures", async () => {
    for (const [path, token] of [
      [`/api/proposed-actions/${ours.id}`, other.adminToken],
      [`/api/proposed-actions/${ours.id}/live`, other.adminToken],
      [`/api/v1/proposals/${ours.id}`, other.agentKey],
    ] as const)
      await expectRefused({ path, request: { token }, code: "not_found" });
    const list = await send("/api/proposed-actions?status=all&limit=200", { token: other.adminToken });
    expect(parse<{ items: { id: number }[] }>(list).items.map((row) => row.id)).toEqual([other.action.id]);
    const overview = await send("/api/overview", { token: other.adminToken });
    expect(parse(overview)).toMatchObject({ pending: { total: 1 }, stale: 0, dead_letters: 0 });
    const letters = await send("/api/dead-letters", { token: other.adminToken });
    expect(parse(letters)).toEqual({ items: [], next_cursor: null, causes: [] });
  });
});

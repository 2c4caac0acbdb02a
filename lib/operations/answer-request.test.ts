import { describe, expect, test } from "vitest";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { storeVersion } from "@/lib/runtime/versions/store-version";
import { answerRequest } from "./answer-request";
import { agentKeyIn, installWorld, tokenOf } from "./testing/over-http";

const world = await useWorld();
installWorld(world);
const admin = await tokenOf(world, world.admin);
const agent = await agentKeyIn(world);

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  answerRequest(new Request(`http://countersign.test${path}`, { method, headers }));
const asAdmin = () => ({ authorization: `Bearer ${admin}` });

test("an address that does not exist is answered 404, as a problem with the request's correlation id", async () => {
  const answer = await ask("GET", "/api/no-such-route", { "x-correlation-id": "look-7" });
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(await answer.json()).toMatchObject({ code: "not_found", correlation_id: "look-7" });
});

test("another method is answered 405 and names those there are, before anybody is asked who they are", async () => {
  for (const [method, path, allow] of [
    ["POST", "/api/health", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/kill-switches", "GET, HEAD, OPTIONS, PUT"],
    ["GET", "/api/proposed-actions/7/decide", "OPTIONS, POST"],
    ["HEAD", "/api/proposed-actions/bulk-decide", "OPTIONS, POST"],
    ["GET", "/admin/ns-push/retry", "OPTIONS, POST"],
  ] as const) {
    const answer = await ask(method, path);
    expect(answer.status, `${method} ${path}`).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
  }
});

test("OPTIONS names the methods of that very address", async () => {
  const answer = await ask("OPTIONS", "/api/people/7");
  expect(answer.status).toBe(204);
  expect(answer.headers.get("allow")).toBe("OPTIONS, PATCH");
});

test("HEAD asks as GET does", async () => {
  expect((await ask("HEAD", "/api/overview", asAdmin())).status).toBe(200);
  expect((await ask("HEAD", "/api/overview")).status).toBe(401);
});

describe("an id in an address", () => {
  test("is read from the query where the path has no place for it, and must be there", async () => {
    for (const query of ["", "?action_id=", "?action_id=0", "?action_id=01"]) {
      const answer = await ask("POST", `/admin/ns-push/retry${query}`, asAdmin());
      expect(answer.status, query).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ path: "action_id" }] });
    }
    expect((await ask("POST", "/admin/ns-push/retry?action_id=999999999", asAdmin())).status).toBe(404);
  });

  test("is decoded before it is read", async () => {
    const answer = await ask("GET", "/api/proposed-actions/%00", asAdmin());
    expect(await answer.json()).toMatchObject({ code: "malformed_request", errors: [{ path: "id" }] });
  });

  test("that is escaped wrongly is refused as any other that is none", async () => {
    for (const path of ["/api/runs/%ff", "/api/workflows/%E0%A4/versions", "/api/interactions/%/replies"]) {
      const answer = await ask("GET", path, asAdmin());
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "malformed_request", errors: [{ path: "id" }] });
    }
  });
});

test("each kind of caller opens its own operations alone", async () => {
  expect((await ask("GET", "/api/v1/proposals/1", asAdmin())).status).toBe(403);
  expect((await ask("GET", "/api/overview", { authorization: `Bearer ${agent}` })).status).toBe(403);
  expect((await ask("GET", "/api/health")).status).not.toBe(401);
  // OPERATOR_TOKEN and METRICS_TOKEN are not set.
  expect((await ask("GET", "/api/operator/kill-switches", asAdmin())).status).toBe(404);
  expect((await ask("GET", "/api/metrics", asAdmin())).status).toBe(404);
});

test("a version's number that no database holds is refused by its name", async () => {
  const { version } = await storeVersion(
    world.admin,
    { source: "workflow: hello\nsteps: [{ id: hi, tool: transform, with: { value: 1 } }]" },
    world.gateway,
  );
  for (const [path, name] of [
    ["versions?below=2147483648", "below"],
    ["source?version=9007199254740991", "version"],
    ["diff?from=1&to=2147483648", "to"],
  ] as const) {
    const answer = await ask("GET", `/api/workflows/${version.id}/${path}`, asAdmin());
    expect(answer.status, path).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ path: name }] });
  }
});

import { describe, expect, test } from "vitest";
import { isOpenedFromElsewhere, isSameOrigin } from "./origin";
import { correlationIdOf, isForgedRequest } from "./request-guard";
import { localPath } from "@/lib/auth/session/session";

const site = "https://countersign.example";

describe("an origin is ours", () => {
  test.each([
    ["https://countersign.example", "countersign.example", site],
    ["https://countersign.example", "internal:3000", site],
    ["http://127.0.0.1:3000", "127.0.0.1:3000", "http://localhost:3000"],
    ["http://localhost:3000", "localhost:3000", undefined],
  ])("%s at host %s, configured %s", (origin, host, configured) => {
    expect(isSameOrigin({ origin, host }, configured)).toBe(true);
  });
});

describe("an origin is not ours", () => {
  test.each([
    [null, "countersign.example"],
    ["", "countersign.example"],
    ["null", "countersign.example"],
    ["https://evil.example", "countersign.example"],
    ["https://countersign.example.evil.example", "countersign.example"],
    ["https://countersign.example:8443", "countersign.example"],
    ["http://countersign.example", "countersign.example"],
    ["https://countersign.example/", "countersign.example"],
    ["https://countersign.example@evil.example", "countersign.example"],
    ["https://countersign.example, https://evil.example", "countersign.example"],
    ["javascript://countersign.example", "countersign.example"],
    ["https://evil.example", null],
    ["https://", ""],
  ])("%s at host %s", (origin, host) => {
    expect(isSameOrigin({ origin, host }, site)).toBe(false);
  });
});

test("a page was opened from elsewhere unless the browser says that the person or a page of ours did", () => {
  for (const from of ["none", "same-origin"]) expect(isOpenedFromElsewhere(from)).toBe(false);
  for (const from of ["cross-site", "same-site", "", null]) expect(isOpenedFromElsewhere(from)).toBe(true);
});

describe("the guard in front of the app", () => {
  const forged = (path: string, headers: Record<string, string>, method = "POST") =>
    isForgedRequest(
      { method, path, headers: new Headers({ host: "countersign.example", ...headers }) },
      site,
    );

  test.each<Record<string, string>>([
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: "https://evil.example", authorization: "Bearer x" },
  ])("turns a page's action away with %j", (headers) => {
    expect(forged("/proposed-actions", headers)).toBe(true);
    expect(forged("/proposed-actions", headers, "GET")).toBe(false);
  });

  test("lets our own pages' actions through", () => {
    expect(forged("/proposed-actions", { origin: site })).toBe(false);
  });

  test.each(["/api/proposed-actions/1/decide", "/admin/ns-push/retry", "/api/auth/callback/credentials"])(
    "turns a foreign origin away from %s and leaves a missing one to the route",
    (path) => {
      expect(forged(path, { origin: "https://evil.example" })).toBe(true);
      expect(forged(path, { origin: "null" })).toBe(true);
      expect(forged(path, {})).toBe(false);
      expect(forged(path, { authorization: "Bearer csp_x" })).toBe(false);
    },
  );

  test("leaves machines alone: a token, or the engine's signed calls", () => {
    expect(
      forged("/api/v1/proposals", { origin: "https://tool.example", authorization: "bearer csa_x" }),
    ).toBe(false);
    expect(forged("/api/inngest", { origin: "https://engine.example" }, "PUT")).toBe(false);
    expect(forged("/api/inngest-not", { origin: "https://engine.example" }, "PUT")).toBe(true);
  });
});

test.each([
  ["req-42", "req-42"],
  ["a".repeat(128), "a".repeat(128)],
  [null, "new"],
  ["", "new"],
  ["a".repeat(129), "new"],
  ["two words", "new"],
  ["<script>", "new"],
])("the correlation id %j becomes %j", (received, expected) => {
  expect(correlationIdOf(received, () => "new")).toBe(expected);
});

test.each([
  ["/proposed-actions?tier=5", "/proposed-actions?tier=5"],
  ["//evil.example", "/proposed-actions"],
  ["/\\evil.example", "/proposed-actions"],
  ["/a\\..\\b", "/proposed-actions"],
  ["/\t/evil.example", "/proposed-actions"],
  ["/\n/evil.example", "/proposed-actions"],
  ["/a\r/../\t/evil.example", "/proposed-actions"],
  ["https://evil.example", "/proposed-actions"],
  ["/sign-in?callbackUrl=/sign-in", "/proposed-actions"],
  [null, "/proposed-actions"],
])("after signing in, %j leads to %s", (requested, path) => {
  expect(localPath(requested)).toBe(path);
});

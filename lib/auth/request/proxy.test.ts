import { NextRequest } from "next/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { proxy } from "@/proxy";

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_URL", "https://countersign.example");
  return () => vi.unstubAllEnvs();
});

function ask(headers: Record<string, string>, { method = "GET", path = "/proposed-actions" } = {}) {
  return proxy(
    new NextRequest(`https://countersign.example${path}`, {
      method,
      headers: { host: "countersign.example", ...headers },
    }),
  );
}
/** Next's response headers that carry the page's request headers. */
const seenByPage = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe("proxy", () => {
  test.each(["null", "https://evil.example", ""])(
    "answers a server action from %j with a 403 problem",
    async (origin) => {
      const response = ask({ origin, "next-action": "abc" }, { method: "POST" });
      expect(response.status).toBe(403);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ code: "origin_refused", status: 403 });
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    },
  );

  test("answers a server action that is larger than Next takes with a 413 problem, and lets one pass that is not", async () => {
    const origin = "https://countersign.example";
    const act = (length: string) =>
      ask({ origin, "next-action": "abc", "content-length": length }, { method: "POST" });
    const response = act("1048577");
    expect(response.status).toBe(413);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "payload_too_large", status: 413 });
    expect(act("1048576").status).toBe(200);
  });

  test.each(["/proposed-actions/%ff", "/api/proposed-actions/%c0%af", "/%E0%A4%A"])(
    "answers %s, from which no text can be read, with a 400 problem",
    async (path) => {
      const response = ask({}, { path });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "malformed_request", status: 400 });
    },
  );

  test("lets escapes pass that are text", () => {
    expect(ask({}, { path: "/proposed-actions/%C3%A9%25" }).status).toBe(200);
  });

  test("gives every page a nonce of its own, in the policy that the browser and Next see", () => {
    const [first, second] = [ask({}), ask({})];
    const nonce = seenByPage(first, "x-nonce")!;
    expect(nonce).toMatch(/^[\w+/=]{16,}$/);
    expect(seenByPage(second, "x-nonce")).not.toBe(nonce);
    const policy = first.headers.get("content-security-policy")!;
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`);
    expect(policy).not.toContain("unsafe-eval");
    expect(seenByPage(first, "content-security-policy")).toBe(policy);
  });

  test("overwrites a nonce and a path that the caller made up", () => {
    const response = ask(
      { "x-nonce": "mine", "x-countersign-path": "//evil.example" },
      { path: "/admin?tab=1" },
    );
    expect(seenByPage(response, "x-nonce")).not.toBe("mine");
    expect(seenByPage(response, "x-countersign-path")).toBe("/admin?tab=1");
  });

  test("passes a correlation id on and answers with it", () => {
    const response = ask({ "x-correlation-id": "order-42" });
    expect(seenByPage(response, "x-correlation-id")).toBe("order-42");
    expect(response.headers.get("x-correlation-id")).toBe("order-42");
    expect(ask({}).headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("asks for https ever after only where the site is https", () => {
    expect(ask({}).headers.get("strict-transport-security")).toContain("max-age=");
    vi.stubEnv("NEXTAUTH_URL", "http://127.0.0.1:3000");
    expect(ask({}).headers.get("strict-transport-security")).toBeNull();
  });
});

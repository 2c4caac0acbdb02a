import { send } from "./support/http/request";
import { cookieOf } from "./support/people/sessions";
import { expect, test } from "./support/test";

const paths = ["/proposed-actions", "/dashboard", "/kill-switches", "/dead-letters"];

test("every page runs scripts by a nonce of its own alone, is framed by nobody and translated by no browser", async () => {
  const nonces = new Set<string>();
  for (const path of [...paths, "/sign-in", "/no-such-page"]) {
    const cookie = path === "/sign-in" ? "" : `next-auth.session-token=${cookieOf("viewer").value}`;
    const answer = await send(path, { headers: { cookie } });
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'self' 'nonce-([\w+/=-]{20,})' 'strict-dynamic'(;|$)/.exec(policy)?.[1];
    expect(nonce, path).toBeTruthy();
    nonces.add(nonce!);
    for (const directive of [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
    ]) {
      expect(policy, path).toContain(directive);
    }
    expect(policy).not.toContain("unsafe-eval");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("x-powered-by")).toBeNull();

    const scripts = answer.text.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length, path).toBeGreaterThan(0);
    for (const script of scripts) expect(script, path).toContain(`nonce="${nonce}"`);
    expect(answer.text, path).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);

    // A browser that translates would replace the texts that are decided, and keep old ones on screen. Nothing is decided where
    // there is no page, which the browser draws by itself.
    if (path !== "/no-such-page") expect(answer.text, path).toMatch(/<html\b[^>]*\stranslate="no"/);
    expect(answer.text, path).toContain('<meta name="google" content="notranslate"/>');
  }
  expect(nonces.size).toBe(paths.length + 2);
});

test("walking through the pages breaks no rule of the policy and raises no error", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^Loading (?!more)/)).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test("machines' answers are never cached, and carry the policy too", async () => {
  const answer = await send("/api/health");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

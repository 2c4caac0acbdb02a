import { expect, test } from "@playwright/test";
import { installation } from "../support/installation";

/** NextAuth's own routes, asked in ways its pages never ask. */
const rows = [
  { path: "/api/auth/callback/credentials", status: 405, code: "method_not_allowed" },
  { path: "/api/auth/error?error=%00", status: 400, code: "malformed_request" },
  { path: "/api/auth/signin?callbackUrl=%0D%0Ax", status: 400, code: "malformed_request" },
];

for (const { path, status, code } of rows) {
  test(`GET ${path} is answered ${status} ${code}, never a 500`, async () => {
    const answer = await fetch(`${installation().url}${path}`, { redirect: "manual" });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(await answer.json()).toMatchObject({ status, code });
  });
}

for (const body of ["{", "x=1", "[]", "null"]) {
  test(`signing in with the JSON body ${body} is answered 400, never a 500`, async () => {
    const { url } = installation();
    const answer = await fetch(`${url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { origin: url, "content-type": "application/json" },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "malformed_json" });
  });
}

test("a cookie that names no address to go back to is answered 400, never a 500", async () => {
  const answer = await fetch(`${installation().url}/api/auth/session`, {
    headers: { cookie: "next-auth.callback-url=x" },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "malformed_request" });
});

test("a way back that is no address is nobody's fault: it is left out, in a form and in JSON", async () => {
  const { url } = installation();
  const post = (step: string, type: string, body: string) =>
    fetch(`${url}/api/auth/${step}`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, "content-type": type },
      body,
    });
  const json = "application/json";
  const form = "application/x-www-form-urlencoded";
  for (const step of ["callback/credentials", "signin/credentials", "signout", "session"]) {
    for (const callbackUrl of ["x", 5, ["x"], { a: 1 }]) {
      const answer = await post(step, json, JSON.stringify({ csrfToken: "none", callbackUrl }));
      expect(answer.status, `${step} ${JSON.stringify(callbackUrl)}`).toBeLessThan(500);
    }
    expect((await post(step, form, "csrfToken=none&callbackUrl=x")).status, step).toBeLessThan(500);
  }
});

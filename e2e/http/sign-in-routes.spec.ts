import type { ErrorCode } from "@/lib/core/errors";
import { send } from "../support/http/request";
import { installation } from "../support/installation";
import { expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** NextAuth's own routes, asked in ways its pages never ask. */
const rows: [path: string, code: ErrorCode, status: number][] = [
  ["/api/auth/callback/credentials", "method_not_allowed", 405],
  ["/api/auth/error?error=%00", "malformed_request", 400],
  ["/api/auth/signin?callbackUrl=%0D%0Ax", "malformed_request", 400],
];

for (const [path, code, status] of rows) {
  test(`GET ${path} is answered ${status} ${code}, never a 500`, async () => {
    expect(expectProblem(await send(path), code).status).toBe(status);
  });
}

const post = (path: string, raw: string, type = "application/json") =>
  send(`/api/auth/${path}`, { method: "POST", headers: { origin: installation().url }, raw, type });

for (const body of ["{", "x=1", "[]", "null"]) {
  test(`signing in with the JSON body ${body} is answered 400, never a 500`, async () => {
    expectProblem(await post("callback/credentials", body), "malformed_json");
  });
}

test("a cookie that names no address to go back to is answered 400, never a 500", async () => {
  const answer = await send("/api/auth/session", { headers: { cookie: "next-auth.callback-url=x" } });
  expectProblem(answer, "malformed_request");
});

test("a way back that is no address is nobody's fault: it is left out, in a form and in JSON", async () => {
  const form = "application/x-www-form-urlencoded";
  for (const step of ["callback/credentials", "signin/credentials", "signout", "session"]) {
    for (const callbackUrl of ["x", 5, ["x"], { a: 1 }]) {
      const answer = await post(step, JSON.stringify({ csrfToken: "none", callbackUrl }));
      expect(answer.status, `${step} ${JSON.stringify(callbackUrl)}`).toBeLessThan(500);
    }
    expect((await post(step, "csrfToken=none&callbackUrl=x", form)).status, step).toBeLessThan(500);
  }
});

import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ERROR_STATUS } from "@/lib/core/errors";
import { OPERATIONS } from "@/lib/operations";
import { readDescribed } from "../support/http/call";
import { expectStatus, send } from "../support/http/request";
import { expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Health, and the link that speaks for itself because nobody can be signed in yet (refusals.spec.ts holds it to its refusals). */
const otherTypes = new Map([
  ["/api/metrics", "text/plain"],
  ["/api/audit/checkpoints/export", "application/x-ndjson"],
  ["/api/audit/export", "application/x-ndjson"],
  ["/api/audit/evidence", "application/x-ndjson"],
  ["/api/runs/{id}/evidence", "application/vnd.dsse.envelope.v1+json"],
  ["/api/proposed-actions/{id}/evidence", "application/vnd.dsse.envelope.v1+json"],
  ["/api/proposed-actions.csv", "text/csv"],
  ["/api/answer-figures.csv", "text/csv"],
  ["/api/stream", "text/event-stream"],
  ["/api/proposed-actions/{id}/lines.csv", "text/csv"],
]);
const forAnybody = new Set(["/api/health", "/api/account/password-link"]);

/** Files under app that answer requests themselves: the operations' own two, and those not of the contract. */
const routeFiles = [
  ".well-known/oauth-protected-resource/api/mcp",
  "admin/ns-push/retry",
  "api/[...path]",
  "api/auth/[...nextauth]",
  "api/inngest",
  // Speaks a protocol of its own, which its clients discover.
  "api/mcp",
  "api/openapi.json",
  // Signed over the body as it came, which no operation sees.
  "api/triggers/[id]",
  "api/v1/public/webhooks/mail/mailgun",
  "api/v1/public/webhooks/mail/postmark",
  "api/v1/public/webhooks/mail/sendgrid",
  "api/v1/public/webhooks/mail/ses",
  "api/v1/public/webhooks/questions/[name]",
  "api/v1/public/webhooks/slack/events",
  "api/v1/public/webhooks/slack/interactive",
];

test("the document lists exactly the routes that exist", async () => {
  expect(expectStatus(await send("/api/openapi.json"), 200)).toMatchObject({ openapi: "3.1.0" });
  const documented = (await readDescribed()).map(({ method, path }) => `${method} ${path}`);
  const listed = Object.values(OPERATIONS).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(documented.toSorted()).toEqual(listed.toSorted());
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const existing = files.filter((file) => basename(file) === "route.ts").map((file) => dirname(file));
  expect(existing.toSorted()).toEqual(routeFiles);
});

test("every operation says what it takes, what it answers and which refusals are possible", async () => {
  const possible = new Set<number>([200, 201, ...Object.values(ERROR_STATUS)]);
  for (const { method, path: address, requestBody, responses, security } of await readDescribed()) {
    const name = `${method} ${address}`;
    const statuses = Object.keys(responses).map(Number);
    const odd = statuses.filter((status) => !possible.has(status));
    expect(odd, name).toEqual([]);
    if (requestBody) {
      expect(requestBody.content["application/json"]?.schema, name).toBeTruthy();
      expect(statuses, name).toEqual(expect.arrayContaining([400, 413, 415, 422]));
    }
    for (const [status, { content }] of Object.entries(responses)) {
      const usual = otherTypes.get(address) ?? "application/json";
      const answersAnyway = Number(status) < 400 || (status === "503" && address === "/api/health");
      const type = answersAnyway ? usual : "application/problem+json";
      expect(content[type], `${name} ${status}`).toBeTruthy();
    }
    if (!forAnybody.has(address)) {
      expect(security, name).not.toEqual([]);
      expect(statuses, name).toContain(401);
    }
  }
});

test("every documented route refuses a caller without credentials as it is documented", async () => {
  for (const { method, path } of await readDescribed()) {
    if (forAnybody.has(path)) continue;
    const answer = await send(path.replaceAll(/\{\w+\}/g, "1"), { method });
    expectProblem(answer, "unauthenticated");
  }
});

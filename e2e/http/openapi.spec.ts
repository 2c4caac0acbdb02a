import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ERROR_STATUS } from "@/lib/core/errors";
import { OPERATIONS } from "@/lib/operations";
import { parse, send } from "../support/http";
import { expect, test } from "../support/test";

interface Operation {
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

/** Health, and the link that speaks for itself because nobody can be signed in yet (refusals.spec.ts holds it to its refusals). */
const otherTypes = new Map([
  ["/api/metrics", "text/plain"],
  ["/api/proposed-actions/{id}/lines.csv", "text/csv"],
]);
const forAnybody = new Set(["/api/health", "/api/account/password-link"]);

/** Files under app that answer requests themselves: the operations' own two, and those not of the contract. */
const routeFiles = [
  "admin/ns-push/retry",
  "api/[...path]",
  "api/auth/[...nextauth]",
  "api/inngest",
  "api/openapi.json",
];

async function readDocument(): Promise<Document> {
  const answer = await send("/api/openapi.json");
  expect(answer.status).toBe(200);
  return parse<Document>(answer);
}

test("the document lists exactly the routes that exist", async () => {
  const { openapi, paths } = await readDocument();
  expect(openapi).toBe("3.1.0");
  const documented = Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
  const listed = Object.values(OPERATIONS).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(documented.toSorted()).toEqual(listed.toSorted());
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const existing = files.filter((file) => basename(file) === "route.ts").map((file) => dirname(file));
  expect(existing.toSorted()).toEqual(routeFiles);
});

test("every operation says what it takes, what it answers and which refusals are possible", async () => {
  const { paths } = await readDocument();
  const possible = new Set<number>([200, 201, ...Object.values(ERROR_STATUS)]);
  for (const [address, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method} ${address}`;
      const statuses = Object.keys(operation.responses).map(Number);
      expect(
        statuses.filter((status) => !possible.has(status)),
        name,
      ).toEqual([]);
      const body = operation.requestBody?.content["application/json"]?.schema;
      if (operation.requestBody) {
        expect(body, name).toBeTruthy();
        expect(statuses, name).toEqual(expect.arrayContaining([400, 413, 415, 422]));
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const usual = otherTypes.get(address) ?? "application/json";
        const answersAnyway = Number(status) < 400 || (status === "503" && address === "/api/health");
        const type = answersAnyway ? usual : "application/problem+json";
        expect(content[type], `${name} ${status}`).toBeTruthy();
      }
      if (!forAnybody.has(address)) {
        expect(operation.security, name).not.toEqual([]);
        expect(statuses, name).toContain(401);
      }
    }
  }
});

test("every documented route refuses a caller without credentials as it is documented", async () => {
  const { paths } = await readDocument();
  for (const [address, methods] of Object.entries(paths)) {
    if (forAnybody.has(address)) continue;
    for (const method of Object.keys(methods)) {
      const answer = await send(address.replaceAll(/\{\w+\}/g, "1"), { method: method.toUpperCase() });
      expect(answer.status, `${method} ${address}`).toBe(401);
      expect(answer.headers.get("content-type"), address).toBe("application/problem+json");
    }
  }
});

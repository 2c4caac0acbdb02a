import { z } from "zod";
import { type ErrorCode } from "@/lib/core/errors";
import { OPERATIONS } from "@/lib/operations";
import type { Operation } from "@/lib/operations/frame/operation";
import { type JsonSchema, badInputs, badQueries } from "../support/http/bad-input";
import { type RequestParts, send } from "../support/http/request";
import { installation, userOf } from "../support/installation";
import { type OtherTenant, foundOtherTenant } from "../support/people/other-tenant";
import { addByAdmin, browserHeadersOf, createByAdmin, hire } from "../support/people/people";
import { type Proposed, proposeLow } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem, expectRefusal } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Refusals that follow from the list of operations: a further operation joins every one of these tests by itself. */

const list = Object.entries<Operation>(OPERATIONS);
const titleOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as JsonSchema;
const absent = 9_007_199_254_740_991;
/** In the form of each address's own ids. */
const absentId = ({ path }: Operation) =>
  path.startsWith("/api/jobs/") ? "01ARZ3NDEKTSV4RRFFQ69G5FAV" : String(absent);

function addressOf(operation: Operation, id: string): string {
  const [named] = Object.keys(operation.address ?? {});
  if (named && !operation.path.includes("{")) return `${operation.path}?${named}=${id}`;
  return operation.path.replace(/\{\w+\}/, id);
}

function tokenFor({ caller }: Operation): string {
  const { agentKey, operatorToken } = installation();
  if (caller === "operator") return operatorToken;
  return caller === "agent" ? agentKey : userOf("admin").token;
}

function requestTo(operation: Operation): RequestParts {
  const { method, example, caller } = operation;
  return {
    method: method.toUpperCase(),
    token: tokenFor(operation),
    ...(caller === "operator" ? { headers: { "x-operator": "Olaf" } } : {}),
    ...(example ? { body: example } : {}),
  };
}

async function expectCode(path: string, request: RequestParts, code: ErrorCode, field: string | null = null) {
  await test.step(`${request.method} ${path}`, () =>
    expectRefusal({ path, request, code, ...(field ? { field } : {}) }));
}

for (const [, operation] of list) {
  const { body, example, query, address } = operation;
  const own = addressOf(operation, absentId(operation));
  const request = () => requestTo(operation);

  if (body)
    test(`${titleOf(operation)} refuses every body that its schema does not allow, names the field, and writes nothing`, async () => {
      const rows = badInputs(schemaOf(body), example);
      expect(rows.length).toBeGreaterThan(1);
      await expectNothingWritten(async () => {
        for (const row of rows) {
          await test.step(row.name, () =>
            expectCode(own, { ...request(), body: row.input }, row.code, row.field),
          );
        }
      });
    });

  if (body)
    test(`${titleOf(operation)} refuses what is no JSON, names a field twice, is of another type or too large, and writes nothing`, async () => {
      const raw = JSON.stringify(example);
      const large = JSON.stringify({ ...(example as object), x: "y".repeat(300 * 1024) });
      const twice = `{"x":1,${JSON.stringify({ x: 1, ...(example as object) }).slice(1)}`;
      const rows: [raw: string, type: string | null, code: ErrorCode][] = [
        ["{", "application/json", "malformed_json"],
        ["", "application/json", "malformed_json"],
        [raw.replace(/\}$/, ",}"), "application/json", "malformed_json"],
        [twice, "application/json", "repeated_name"],
        [raw, "text/plain", "unsupported_media_type"],
        [raw, "application/jsonp", "unsupported_media_type"],
        ["a=b", "application/x-www-form-urlencoded", "unsupported_media_type"],
        ["null", "application/json", "validation_failed"],
        ['"words"', "application/json", "validation_failed"],
        [large, "application/json", "payload_too_large"],
      ];
      await expectNothingWritten(async () => {
        for (const [text, type, code] of rows) await expectCode(own, { ...request(), raw: text, type }, code);
      });
    });

  if (query)
    test(`${titleOf(operation)} refuses every query that its schema does not allow, and names the field`, async () => {
      for (const row of badQueries(schemaOf(query).properties ?? {})) {
        const search = new URLSearchParams(row.input as Record<string, string>);
        await expectCode(`${own}?${search.toString()}`, request(), row.code, row.field);
      }
    });

  if (address)
    test(`${titleOf(operation)} takes ids alone, and says not found for one that is not there`, async () => {
      const [field] = Object.keys(address);
      const odd = ["0", "-1", "abc", "1e3", "1.5", "01", "9007199254740993", "99999999999999999999", "%00"];
      await expectNothingWritten(async () => {
        for (const id of odd)
          await expectCode(addressOf(operation, id), request(), "malformed_request", field);
        await expectCode(own, request(), "not_found");
      });
    });
}

test("any other method of an address is answered 405, with those there are", async () => {
  const methodsOf = new Map<string, Set<string>>();
  for (const [, { path, method }] of list)
    methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method.toUpperCase()));
  for (const [path, methods] of methodsOf) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !methods.has(one))) {
      const answer = await send(path.replaceAll(/\{\w+\}/g, "1"), { method, token: userOf("admin").token });
      expectProblem(answer, "method_not_allowed");
      for (const one of methods) expect(answer.headers.get("allow"), path).toContain(one);
    }
  }
});

test.describe("with rows to act on", () => {
  let other: OtherTenant;
  let low: Proposed;
  test.beforeAll(async () => {
    other = await foundOtherTenant();
    low = await proposeLow();
  });

  test("every operation refuses whoever is below its role, whatever they send", async () => {
    const { person } = await addByAdmin("viewer");
    const { agent } = await createByAdmin();
    const idFor = (operation: Operation) =>
      operation.path.startsWith("/api/people/")
        ? String(person.id)
        : operation.path.startsWith("/api/agents/")
          ? String(agent.id)
          : operation.path.startsWith("/api/jobs/")
            ? absentId(operation)
            : String(low.id);
    const below = { approver: ["viewer"], admin: ["viewer", "approver"] } as const;
    await expectNothingWritten(async () => {
      for (const [, operation] of list) {
        for (const role of operation.role ? below[operation.role] : []) {
          const request = { ...requestTo(operation), token: userOf(role).token };
          await expectCode(addressOf(operation, idFor(operation)), request, "not_allowed");
        }
      }
    });
  });

  test("another company's rows are not found, on every operation that takes their id", async () => {
    const theirs = JSON.parse((await send("/api/account", { token: other.adminToken })).text) as {
      id: number;
    };
    const { items } = JSON.parse((await send("/api/agents", { token: other.adminToken })).text) as {
      items: { id: number }[];
    };
    await expectNothingWritten(async () => {
      for (const [, operation] of list) {
        if (!operation.address || operation.path.startsWith("/api/jobs/")) continue;
        const id = operation.path.includes("/people/")
          ? theirs.id
          : operation.path.includes("/agents/")
            ? items[0]!.id
            : other.action.id;
        await expectCode(addressOf(operation, String(id)), requestTo(operation), "not_found");
      }
    });
  });
});

test("with a session and no Origin of ours every operation that changes something answers 403 and changes nothing", async () => {
  const { cookie } = await browserHeadersOf(await hire("admin"));
  const { url } = installation();
  const origins = [
    undefined,
    "null",
    "https://elsewhere.example",
    `${url}.elsewhere.example`,
    "http://127.0.0.1:1",
    "x",
  ];
  await expectNothingWritten(async () => {
    for (const [, operation] of list) {
      if (operation.method === "get" || operation.caller !== "person") continue;
      for (const origin of origins) {
        const { token: _token, ...request } = requestTo(operation);
        const headers = { cookie, ...(origin ? { origin } : {}) };
        await expectCode(addressOf(operation, "1"), { ...request, headers }, "origin_refused");
      }
    }
  });
});

import { expect, test } from "vitest";
import { OPERATIONS } from "@/lib/operations/index";
import type { Operation } from "./operation";
import { routeTableOf } from "./route-table";

const list = Object.entries<Operation>(OPERATIONS);
const find = routeTableOf(list.map(([, operation]) => operation));

test("every operation is found at its own address, with what the address names", () => {
  for (const [name, operation] of list) {
    const match = find(operation.path.replaceAll(/\{\w+\}/g, "7%20b"));
    expect(match?.operations.get(operation.method.toUpperCase()), name).toBe(operation);
    const named = Object.values(match!.inPath);
    expect(named, name).toEqual([...operation.path.matchAll(/\{\w+\}/g)].map(() => "7 b"));
  }
});

test("a path without names goes before one with names", () => {
  expect([...find("/api/proposed-actions/bulk-decide")!.operations.keys()]).toEqual(["POST"]);
  expect(find("/api/jobs/functions")!.operations.get("GET")).toBe(OPERATIONS.readJobFunctions);
});

test("nothing is found one part off, with a part left empty, or with a part that only begins the same", () => {
  for (const path of [
    "/api",
    "/api/",
    "/api/people/",
    "/api/people/7/",
    "/api/people//revoke",
    "/api/peoples",
    "/api/people/7/revoked",
  ])
    expect(find(path), path).toBeNull();
});

test("what is escaped wrongly is found as it stands, for its field to refuse", () => {
  expect(find("/api/runs/%ff")?.inPath).toEqual({ id: "%ff" });
});

test("no two operations share an address and a method", () => {
  const addresses = list.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
  expect(addresses.length).toBe(new Set(addresses).size);
});

test("an operation with a body has an example that its schema takes, and one without has none", () => {
  for (const [name, { body, example }] of list) {
    expect(example !== undefined, name).toBe(body !== undefined);
    if (body) expect(body.safeParse(example), name).toMatchObject({ success: true });
  }
});

test("every name of an address stands in its path, or is asked for in its query", () => {
  for (const [name, { path, address = {}, query, body }] of list) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
    expect(Object.keys(address), name).toEqual(expect.arrayContaining(inPath));
    // A read has a query and a change a body: the input of a page is flat, so its names must not meet.
    expect(query !== undefined && body !== undefined, name).toBe(false);
  }
});

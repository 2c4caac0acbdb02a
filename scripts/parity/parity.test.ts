import { readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { OPERATIONS } from "@/lib/operations";
import type { Operation } from "@/lib/operations/frame/operation";
import { root, verbsWithoutOperation } from "./collect";
import { BY_CHAT_TOOL_ALONE, BY_ROUTE_ALONE, findParity, renderParity } from "./render";

const parity = findParity();

test("everything that a person can do by a page can be done by a route, and the reverse", () => {
  expect(parity.missing).toEqual([]);
  expect(parity.reach.length).toBeGreaterThan(60);
});

test("every operation that pages may call is called by one, and no read is among them", () => {
  const callable = Object.entries<Operation>(OPERATIONS).filter(([, operation]) => operation.onPage);
  expect(callable.filter(([, { method }]) => method === "get").map(([name]) => name)).toEqual([]);
  const called = parity.reach.filter(({ pages }) => pages.some((page) => page.endsWith(" calls it")));
  expect(callable.map(([name]) => name).sort()).toEqual(called.map(({ operation }) => operation));
});

test("every reason for one side alone belongs to an operation or verb that has one side alone", () => {
  const pageless = parity.reach.filter(({ pages }) => pages.length === 0).map(({ operation }) => operation);
  expect(Object.keys(BY_ROUTE_ALONE).sort()).toEqual(pageless);
  expect(Object.keys(BY_CHAT_TOOL_ALONE)).toEqual(verbsWithoutOperation());
});

test("docs/pages-and-routes.md says what the code does", async () => {
  const written = readFileSync(path.join(root, "docs", "pages-and-routes.md"), "utf8");
  expect(written).toBe(await format(renderParity(parity), { parser: "markdown", printWidth: 110 }));
});

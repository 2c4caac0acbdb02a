import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { format } from "prettier";
import { root } from "./collect";
import { ONE_SIDED, findParity, renderParity } from "./render";

const parity = findParity();

test("whatever a person can do by a page can be done by a route, and the reverse", () => {
  expect(parity.missing).toEqual([]);
});

test("every reason for one side alone belongs to a verb that has one side alone", () => {
  const oneSided = parity.uses.filter(({ pages, routes }) => pages.length === 0 || routes.length === 0);
  expect(Object.keys(ONE_SIDED).sort()).toEqual(oneSided.map(({ verb }) => verb).sort());
});

test("docs/pages-and-routes.md says what the code does", async () => {
  const written = readFileSync(path.join(root, "docs", "pages-and-routes.md"), "utf8");
  expect(written).toBe(await format(renderParity(parity), { parser: "markdown", printWidth: 110 }));
});

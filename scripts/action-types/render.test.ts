import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { PINNED_IDS } from "@/lib/core/payload/payload";
import { renderFiles } from "./render";
import { renderRegistry } from "./render-registry";

test("the files made from the action types are those of the present definitions: else run `npm run action-types`", async () => {
  const files = [...(await renderRegistry()), ...(await renderFiles())];
  for (const [file, text] of files) expect(await readFile(file, "utf8"), file).toBe(text);
});

test("every pinned id is one that an action type names", () => {
  const named = new Set(DEFINITIONS.flatMap(({ pinnedIds }) => pinnedIds));
  expect([...named].sort()).toEqual([...PINNED_IDS].sort());
});

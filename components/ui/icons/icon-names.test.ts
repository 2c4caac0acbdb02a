import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICON_NAMES } from "./icon-names";

const sprite = readFileSync(new URL("./icons.svg", import.meta.url), "utf8");

test("the file of icons holds each icon that the pages name, and no other", () => {
  expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1])).toEqual([...ICON_NAMES]);
});

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { OPERATIONS } from "./generated/contract.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/^(generated|testing)|\.test\.ts$/.test(file))
  .map((file) => readFileSync(path.join(here, file), "utf8"))
  .join("\n");

test.each(Object.keys(OPERATIONS))("a method of the SDK sends %s", (name) => {
  expect(sources).toContain(`send("${name}"`);
});

test("nothing of the SDK imports a module of Node's, or another package", () => {
  const imported = [...sources.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, module]) => module!);
  expect(imported.filter((module) => !module.startsWith("."))).toEqual([]);
});

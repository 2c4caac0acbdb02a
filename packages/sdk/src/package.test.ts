import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The package as it is published, in a project of somebody else's. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const project = mkdtempSync(path.join(tmpdir(), "countersign-sdk-"));
const installed = path.join(project, "node_modules/@countersign/sdk");

const run = (file: string, args: string[], cwd = project) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd, encoding: "utf8" });
  return { status, output: stdout + stderr };
};

const usage = `
import { Countersign, CountersignError, verifyWebhook } from "@countersign/sdk";
const cs = new Countersign({ url: "http://127.0.0.1:1", agentKey: "k", retriesMax: 0 });
try {
  const p = await cs.propose.priceChange({ sku: "10472", bidId: "B5875", to: 1.48 });
  const d = await p.decision({ timeoutMs: 600_000 });
  if (!d.ok) console.log(d.status, d.comment);
  await verifyWebhook({ body: "", headers: {}, keys: "whsec_" });
} catch (error) {
  if (error instanceof CountersignError) console.log(error.name);
}
`;

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const built = run(
    path.join(root, "scripts/build-package.mjs"),
    ["--out", path.dirname(installed)],
    path.join(root, "packages/sdk"),
  );
  expect(built).toEqual({ status: 0, output: "" });
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("the published package has no dependency and no file of the tests", () => {
  const published = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as object;
  expect(Object.keys(published).filter((name) => /dependencies|scripts/i.test(name))).toEqual([]);
  expect(() => readFileSync(path.join(installed, "testing/scripted-fetch.js"))).toThrow("ENOENT");
});

test("the published package runs in Node without anything else", () => {
  writeFileSync(path.join(project, "use.js"), usage);
  expect(run("use.js", [])).toEqual({ status: 0, output: "ConnectionError\n" });
});

test("the published types hold the five lines, and refuse a word that is missing, unknown or of another kind", () => {
  const compile = (text: string) => {
    writeFileSync(path.join(project, "use.ts"), text);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""];
    return run(path.join(root, "node_modules/typescript/bin/tsc"), [...options, "use.ts"]);
  };
  expect(compile(usage)).toEqual({ status: 0, output: "" });
  for (const [good, bad] of [
    ["to: 1.48", ""],
    ["to: 1.48", "to: 1.48, colour: 'red'"],
    ["to: 1.48", "to: true"],
    ["d.comment", "d.commend"],
    ["priceChange", "priceChanged"],
  ])
    expect(compile(usage.replace(good!, bad!)).status, bad).not.toBe(0);
});

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { root } from "./ensure-installed.mjs";

/** Runs one runner to its end, each of its lines under its name; resolves to its exit status. */
export function start(name, args, env = {}) {
  console.log(`\n== ${name} ==`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => console.log(`${name} | ${line}`));
  }
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** A runner that ended badly without a report, or with one that blames no test, still counts as one failure. */
export function countVitest(file, status) {
  const report = readJson(file);
  const suites = report?.numFailedTests ? 0 : (report?.numFailedTestSuites ?? 0);
  const blamed = (report?.numFailedTests ?? 0) + suites;
  return { passed: report?.numPassedTests ?? 0, failed: Math.max(blamed, status === 0 ? 0 : 1) };
}

/** `secondTry`: the names of those that passed on their second try. */
export function countPlaywright(file, status) {
  const report = readJson(file);
  const stats = report?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: Math.max(stats?.unexpected ?? 0, status === 0 ? 0 : 1),
    secondTry: (report?.suites ?? []).flatMap(flakyIn),
  };
}

const flakyIn = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map(({ title }) => `${file} › ${title}`),
  ...suites.flatMap(flakyIn),
];

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
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
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(blamed, status === 0 ? 0 : 1),
    failures: (report?.testResults ?? []).flatMap(failedIn),
  };
}

/** The five test files that took the longest, each with its seconds. */
export function slowestIn(file) {
  return (readJson(file)?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${name} ${Math.round(ms / 1_000)}`);
}

const failedIn = ({ name, status, message, assertionResults }) => {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [{ name: file, why: plain(message) }];
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${file} › ${fullName}`,
    why: plain(failureMessages[0]),
  }));
};

/** As e2e/support/test.ts says it of a test that was left out. */
const OUT_OF_TIME = "the run's time was over";

/**
 * `secondTry` and `failures`: those that passed on their second try, and those that never did, with what they said. `leftOut`: how
 * many did not run because the time was over.
 */
export function countPlaywright(file, status) {
  const report = readJson(file);
  const stats = report?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: Math.max(stats?.unexpected ?? 0, status === 0 ? 0 : 1),
    secondTry: named(report, "flaky"),
    failures: named(report, "unexpected"),
    leftOut: testsIn(report).filter(({ annotations }) =>
      annotations.some(({ description }) => description === OUT_OF_TIME),
    ).length,
  };
}

const named = (report, ended) => (report?.suites ?? []).flatMap((suite) => namedIn(suite, ended));

const testsIn = (suite) => [
  ...(suite?.specs ?? []).flatMap(({ tests }) => tests),
  ...(suite?.suites ?? []).flatMap(testsIn),
];

const namedIn = ({ file, specs = [], suites = [] }, ended) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === ended))
    .map(({ title, tests }) => ({ name: `${file} › ${title}`, why: plain(firstError(tests)) })),
  ...suites.flatMap((suite) => namedIn(suite, ended)),
];

const firstError = (tests) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)).find(({ message }) => message)
    ?.message;

/** The first lines of what a test said, without their colours. */
const plain = (words) =>
  stripVTControlCharacters(words ?? "")
    .split("\n")
    .slice(0, 25)
    .join("\n");

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

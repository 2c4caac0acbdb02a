// `npm test`: installs what is missing (the browser too), then unit and integration tests, then Playwright. The last line
// is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "./local/ensure-browser.mjs";
import { ensureInstalled, root } from "./local/ensure-installed.mjs";

ensureInstalled();
const browser = ensureBrowser();
const results = path.join(root, ".local", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const unit = run("vitest", [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${results}/vitest.json`,
]);
const e2e = run("playwright", ["node_modules/@playwright/test/cli.js", "test"], {
  ...(browser ? { CHROMIUM_PATH: browser } : {}),
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/playwright.json`,
});

const vitest = readJson("vitest.json");
const playwright = readJson("playwright.json");
const passed =
  (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0) + (playwright?.stats.flaky ?? 0);
// A runner that ended badly without a report, or with one that blames no test, still counts as one failure.
const failed =
  Math.max(
    (vitest?.numFailedTests ?? 0) + (vitest?.numFailedTestSuites ?? 0) * (vitest?.numFailedTests ? 0 : 1),
    unit === 0 ? 0 : 1,
  ) + Math.max(playwright?.stats.unexpected ?? 0, e2e === 0 ? 0 : 1);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function run(name, args, env = {}) {
  console.log(`\n== ${name} ==`);
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return done.status ?? 1;
}

function readJson(name) {
  const file = path.join(results, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

// `npm test`: installs what is missing (the browser too), then the product's unit and integration tests, then Playwright.
// The packages have tests of their own (`npm test --workspaces`). The last line is `N passed, N failed`.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "./local/ensure-browser.mjs";
import { ensureInstalled, root } from "./local/ensure-installed.mjs";
import { countPlaywright, countVitest, start } from "./local/test-runs.mjs";

ensureInstalled();
const browser = ensureBrowser();
const results = path.join(root, ".local", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const unit = await start("vitest", [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project=product",
  "--project=stateless",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${results}/vitest.json`,
]);
// Once, before three installations want it at the same time.
const build = await start("build", ["--import", "tsx", "scripts/build.ts"]);
const groups =
  build === 0
    ? await Promise.all([
        playwright("desktop", "process"),
        playwright("phone", "http"),
        playwright("desktop-pages", "phone-pages", "types"),
      ])
    : [];

const counts = [countVitest(path.join(results, "vitest.json"), unit), ...groups];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, build === 0 ? 0 : 1);
const failures = counts.flatMap((count) => count.failures);
const secondTry = counts.flatMap((count) => count.secondTry ?? []);
for (const { name, why } of [...secondTry, ...failures]) console.log(`\n-- ${name}\n${why}`);
if (secondTry.length > 0) console.log(`Passed on the second try alone: ${namesOf(secondTry)}`);
if (failures.length > 0) console.log(`Failed: ${namesOf(failures)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function namesOf(tests) {
  return tests.map(({ name }) => name).join("; ");
}

/** These projects, one after the other, on an installation of their own. */
async function playwright(...projects) {
  const [name] = projects;
  const report = path.join(results, `playwright-${name}.json`);
  const args = projects.map((project) => `--project=${project}`);
  const status = await start(
    `playwright ${projects.join(" ")}`,
    ["node_modules/@playwright/test/cli.js", "test", ...args],
    {
      ...(browser ? { CHROMIUM_PATH: browser } : {}),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_OUTPUT_DIR: path.join(root, ".local", `playwright-${name}`),
    },
  );
  return countPlaywright(report, status);
}

// `npm test`: installs what is missing (the browser too), then runs the product's unit and integration tests, and in a browser the path
// of one action: within 12 minutes on two processors. `npm run test:whole`, which CI runs, adds the long test files and all other pages
// (docs/adr/0148). `-- --minutes 60` leaves out the browser tests whose turn comes later (docs/adr/0164). The packages have tests of
// their own (`npm test --workspaces`). The last line is `N passed, N failed`.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "./local/ensure-browser.mjs";
import { ensureInstalled, root } from "./local/ensure-installed.mjs";
import { countPlaywright, countVitest, slowestIn, start } from "./local/test-runs.mjs";

const minutesMax = 12;
/** However long the other tests took. */
const browserMinutesMin = 15;
const isWhole = process.argv.includes("--whole");
const minutes = process.argv.includes("--minutes")
  ? Number(process.argv[process.argv.indexOf("--minutes") + 1])
  : null;
if (minutes !== null && !(minutes > 0)) throw new Error("--minutes: a number above 0, such as 60");
const unitProjects = ["product", "apart", "stateless", ...(isWhole ? ["long"] : [])];
/** Come in, propose, decide with each tier's gesture, take back, and look after a write that failed. */
const pathOfOneAction = {
  desk: ["sign-in", "approve-by-tier", "undo", "dead-letters"],
  phoneAndHttp: [
    "approve-by-tier",
    "http/(proposals|decisions|step-up|delivery|evidence|origin|attacks|least-privilege|interactions|webhooks)",
  ],
};

ensureInstalled();
const browser = ensureBrowser();
const began = Date.now();
const results = path.join(root, ".local", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const unitReport = path.join(results, "vitest.json");
const unit = await start("vitest", [
  "node_modules/vitest/vitest.mjs",
  "run",
  ...unitProjects.map((project) => `--project=${project}`),
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${unitReport}`,
]);
// Once, before several installations want it at the same time.
const build = await start("build", ["--import", "tsx", "scripts/build.ts"]);
const endAtMs =
  minutes === null ? null : Math.max(began + minutes * 60_000, Date.now() + browserMinutesMin * 60_000);
const groups = build === 0 ? await Promise.all(isWhole ? everyPage() : thePathOfOneAction()) : [];

const counts = [countVitest(unitReport, unit), ...groups];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, build === 0 ? 0 : 1);
const failures = counts.flatMap((count) => count.failures);
const leftOut = groups.reduce((sum, count) => sum + count.leftOut, 0);
const secondTry = counts.flatMap((count) => count.secondTry ?? []);
sayHowLong();
for (const { name, why } of [...secondTry, ...failures]) console.log(`\n-- ${name}\n${why}`);
if (secondTry.length > 0) console.log(`Passed on the second try alone: ${namesOf(secondTry)}`);
if (leftOut > 0)
  console.log(
    `${leftOut} browser tests were left out after ${minutes} minutes. All of them: npm run test:whole`,
  );
if (failures.length > 0) console.log(`Failed: ${namesOf(failures)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

function everyPage() {
  return [
    playwright(["desktop", "process"]),
    playwright(["phone", "http"]),
    playwright(["desktop-pages", "phone-pages", "types"]),
  ];
}

function thePathOfOneAction() {
  return [
    playwright(["desktop", "desktop-pages"], pathOfOneAction.desk),
    playwright(["phone", "http"], pathOfOneAction.phoneAndHttp),
  ];
}

/** These projects, one after the other, on an installation of their own; of their specs the named ones, or all. */
async function playwright(projects, specs = []) {
  const [name] = projects;
  const report = path.join(results, `playwright-${name}.json`);
  const args = [
    ...projects.map((project) => `--project=${project}`),
    ...specs.map((spec) => `/e2e/${spec}\\.spec\\.ts`),
  ];
  const status = await start(
    `playwright ${projects.join(" ")}`,
    ["node_modules/@playwright/test/cli.js", "test", ...args],
    {
      ...(browser ? { CHROMIUM_PATH: browser } : {}),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_OUTPUT_DIR: path.join(root, ".local", `playwright-${name}`),
      ...(endAtMs === null ? {} : { TESTS_END_AT_MS: String(endAtMs) }),
    },
  );
  return countPlaywright(report, status);
}

/** A file that became long is found here, before everybody waits for it. */
function sayHowLong() {
  const took = (Date.now() - began) / 60_000;
  console.log(`Took ${took.toFixed(1)} minutes.`);
  if (isWhole) return;
  if (took > minutesMax)
    console.log(
      `More than ${minutesMax}. These took the longest, in seconds; one that needs more than eight alone is named *.long.test.ts: ${slowestIn(unitReport).join(", ")}.`,
    );
  console.log("Long test files and all other pages: npm run test:whole, which CI runs.");
}

function namesOf(tests) {
  return tests.map(({ name }) => name).join("; ");
}

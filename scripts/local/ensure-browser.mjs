import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "./ensure-installed.mjs";

/** The shell first: it draws no window, and takes a fifth less of the processor. */
const browserPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * A Chromium for Playwright: CHROMIUM_PATH, Playwright's own, or the system's; else Playwright's is downloaded, else
 * Debian's package installed. Returns a path, or null where Playwright finds its own.
 */
export function ensureBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (hasPlaywrightsOwn()) return null;
  const system = browserPaths.find((file) => existsSync(file));
  if (system) return system;
  console.log("Installing a browser for the tests (once) …");
  const download = spawnSync(
    process.execPath,
    ["node_modules/@playwright/test/cli.js", "install", "chromium"],
    { cwd: root, stdio: "ignore", timeout: 300_000 },
  );
  if (download.status === 0 && hasPlaywrightsOwn()) return null;
  if (existsSync("/usr/bin/apt-get") && process.getuid?.() === 0) {
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore" });
    const install = (name) => spawnSync("apt-get", ["install", "-y", "-q", name], { stdio: "ignore" });
    if (install("chromium-headless-shell").status !== 0) install("chromium");
  }
  const installed = browserPaths.find((file) => existsSync(file));
  if (installed) return installed;
  console.error(
    "No browser for the tests: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to a Chromium.",
  );
  process.exit(1);
}

function hasPlaywrightsOwn() {
  const script =
    "import('@playwright/test').then(({ chromium }) => process.exit(require('node:fs').existsSync(chromium.executablePath()) ? 0 : 1))";
  return spawnSync(process.execPath, ["-e", script], { cwd: root, stdio: "ignore" }).status === 0;
}

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const stamp = path.join(root, "node_modules", ".countersign-lock");
/** A slow registry has brought the packages by then. */
const turnSecondsMax = 600;

/** Runs `npm ci` where node_modules is missing or was made from another package-lock.json, or with other patches. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Countersign needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const patches = path.join(root, "patches");
  const made = createHash("sha256").update(readFileSync(path.join(root, "package-lock.json")));
  for (const patch of readdirSync(patches)) made.update(readFileSync(path.join(patches, patch)));
  const lock = made.digest("hex");
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, "utf8") === lock;
  if (isInstalled()) return;
  const leave = waitForTurn(isInstalled);
  try {
    if (!isInstalled()) install(lock);
  } finally {
    leave();
  }
}

/** Of two that start at once one installs and the other waits: beside each other they would leave half of the packages. */
function waitForTurn(isInstalled) {
  const turn = path.join(root, ".installing");
  for (let waited = 0; ; waited += 1) {
    try {
      mkdirSync(turn);
      return () => rmSync(turn, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isInstalled()) return () => {};
      // Whoever had the turn was ended in the middle of it.
      if (waited >= turnSecondsMax) rmSync(turn, { recursive: true, force: true });
      if (waited === 0) console.log("Waiting for another start, which installs the packages …");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    }
  }
}

function install(lock) {
  console.log("Installing packages (once) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Our own set-up does the work of the packages' install scripts, so that nothing relies on them.
  const done = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (done.status !== 0) {
    console.error("`npm ci` failed; see above. Countersign needs the npm registry once.");
    rmSync(path.join(root, ".installing"), { recursive: true, force: true });
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, lock);
}

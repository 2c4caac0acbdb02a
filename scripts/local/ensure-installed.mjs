import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const stamp = path.join(root, "node_modules", ".countersign-lock");

/** Runs `npm ci` where node_modules is missing or was made from another package-lock.json. */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Countersign needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages (once) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Our own set-up does the work of install scripts, so that nothing relies on them.
  const done = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (done.status !== 0) {
    console.error("`npm ci` failed; see above. Countersign needs the npm registry once.");
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, lock);
}

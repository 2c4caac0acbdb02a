import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./ensure-installed.mjs";

const sources = ["app", "components", "db", "inngest", "lib", "patches", "public", "types"];
const files = [
  "package-lock.json",
  "next.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "tsconfig.json",
];
const stamp = path.join(root, ".next", "countersign-sources");

/** Builds the app unless the last build was made of the very same sources. `onBegin` is called where it has to. */
export function buildApp(onBegin: () => void = () => {}): boolean {
  const now = hashSources();
  if (
    existsSync(path.join(root, ".next", "BUILD_ID")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === now
  )
    return false;
  onBegin();
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const done = spawnSync(process.execPath, [next, "build"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (done.status !== 0) throw new Error(`The app could not be built:\n${done.stdout}\n${done.stderr}`);
  writeFileSync(stamp, now);
  return true;
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const name of files) addFile(hash, path.join(root, name));
  for (const name of sources) addFolder(hash, path.join(root, name));
  return hash.digest("hex");
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const target = path.join(folder, name);
    if (statSync(target).isDirectory()) addFolder(hash, target);
    else if (!/\.(test|spec)\.tsx?$/.test(name)) addFile(hash, target);
  }
}

function addFile(hash: ReturnType<typeof createHash>, file: string): void {
  if (!existsSync(file)) return;
  hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
}

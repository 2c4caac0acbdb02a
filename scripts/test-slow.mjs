// `npm run test:slow [-- <command> …]`: runs all tests, or one command such as `npx vitest run lib/core`, as a slow
// machine does: with a quarter of the processors, and with a Postgres that waits for its disk.
import { spawn } from "node:child_process";
import { ensureInstalled, root } from "./local/ensure-installed.mjs";
import { createSlowGroup, stopAndGo } from "./local/throttle.mjs";

const factor = 4;

ensureInstalled();
const args = process.argv.slice(2);
const command = args.length > 0 ? args : [process.execPath, "scripts/test.mjs", "--whole"];
const group = process.env.SLOW_BY_SIGNALS ? null : createSlowGroup(factor);
console.log(`Slower by ${factor}, by ${group ? "the kernel's quota" : "signals"}; fsync is on.`);

// The shell joins the group before it becomes the command, so that no descendant escapes.
const join = group ? `echo $$ > '${group.members}' && ` : "";
const began = Date.now();
const child = spawn("sh", ["-c", `${join}exec "$@"`, "sh", ...command], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, TEST_FSYNC: "on", TEST_SLOWNESS: String(factor) },
});
const release = group ? group.remove : stopAndGo(child.pid, factor);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code, signal) => {
  release();
  console.log(`Took ${Math.round((Date.now() - began) / 1_000)} s.`);
  process.exit(signal ? 1 : (code ?? 1));
});

// `npm run demo`: installs what is missing, then starts everything. Plain JavaScript, because on a fresh clone there is
// nothing else yet.
import { ensureInstalled } from "./local/ensure-installed.mjs";

ensureInstalled();
// The console is for people; the parts log to files.
process.env.LOG_LEVEL ??= "warn";
const { register } = await import("tsx/esm/api");
register();
const { runDemo } = await import("./demo/run-demo.ts");
await runDemo(process.argv.slice(2));

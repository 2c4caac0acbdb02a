import { spawnSync } from "node:child_process";
import "./environment";
import { benchBulk } from "./decide/bench-bulk";
import { benchDecide } from "./decide/bench-decide";
import { benchTracing } from "./decide/bench-tracing";
import { benchEngine } from "./engine/bench-engine";
import { benchRetention } from "./engine/bench-retention";
import { benchFlood } from "./flood/bench-flood";
import { benchLive } from "./live/bench-live";
import { benchVerify } from "./ledger/bench-verify";
import { benchLists } from "./lists/bench-lists";
import { benchPush } from "./push/bench-push";
import { benchScreen } from "./screen/bench-screen";
import { benchVitals } from "./vitals/bench-vitals";
import { benchAnswers } from "./workflows/bench-answers";
import { benchApprovals } from "./workflows/bench-approvals";
import { benchFairness } from "./workflows/bench-fairness";
import { benchRecovery } from "./workflows/bench-recovery";
import { benchRecoveryByWake } from "./workflows/bench-recovery-by-wake";
import { benchRunSearch } from "./workflows/bench-run-search";
import { benchWorkflows } from "./workflows/bench-workflows";

/** `npm run bench [-- <name> …]`, all without a name: each prints a table and writes JSON under .local/bench. */
const benches: Record<string, () => Promise<void>> = {
  decide: benchDecide,
  bulk: benchBulk,
  tracing: benchTracing,
  push: benchPush,
  flood: benchFlood,
  live: benchLive,
  screen: benchScreen,
  vitals: benchVitals,
  engine: benchEngine,
  retention: benchRetention,
  verify: benchVerify,
  lists: benchLists,
  steps: benchWorkflows,
  approvals: benchApprovals,
  answers: benchAnswers,
  fairness: benchFairness,
  recovery: benchRecovery,
  "recovery-by-wake": benchRecoveryByWake,
  "run-search": benchRunSearch,
};

/** One name for several. */
const together: Record<string, readonly string[]> = { workflows: ["steps", "approvals"] };

const names = process.argv.slice(2).flatMap((name) => together[name] ?? [name]);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}, only ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}
const chosen = names.length > 0 ? names : Object.keys(benches);
if (chosen.length === 1) {
  await benches[chosen[0]!]!();
  process.exit();
}
// Each in a process of its own: two installations have different keys.
const statuses = chosen.map(
  (name) => spawnSync("npm", ["run", "--silent", "bench", "--", name], { stdio: "inherit" }).status,
);
process.exit(statuses.every((status) => status === 0) ? 0 : 1);

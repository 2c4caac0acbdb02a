import "./quiet";
import { benchBulk } from "./decide/bench-bulk";
import { benchDecide } from "./decide/bench-decide";
import { benchEngine } from "./engine/bench-engine";
import { benchRetention } from "./engine/bench-retention";
import { benchPush } from "./push/bench-push";

/** `npm run bench -- <name> …`: each prints a table and writes JSON under .local/bench. */
const benches: Record<string, () => Promise<void>> = {
  decide: benchDecide,
  bulk: benchBulk,
  push: benchPush,
  engine: benchEngine,
  retention: benchRetention,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (names.length === 0 || unknown.length > 0) {
  console.error(`Which of them? npm run bench -- ${Object.keys(benches).join(" ")}`);
  process.exit(2);
}
for (const name of names) await benches[name]!();
process.exit();

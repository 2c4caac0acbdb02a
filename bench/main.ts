import { benchDecide } from "./decide/bench-decide";

/** `npm run bench -- <name>`: prints a table and writes JSON under .local/bench. */
const benches: Record<string, () => Promise<void>> = { decide: benchDecide };

const name = process.argv[2];
const bench = name === undefined ? undefined : benches[name];
if (!bench) {
  console.error(`Which one? npm run bench -- ${Object.keys(benches).join(" | ")}`);
  process.exit(2);
}
await bench();
process.exit(0);

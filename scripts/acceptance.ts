import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { testsOf } from "./acceptance/find-tests";
import { readAcceptance } from "./acceptance/read-acceptance";

/**
 * `npm run acceptance`: reads docs/acceptance.md, looks up every test that it names, and writes .local/acceptance.json
 * {"rows": [{"id", "row", "sentence", "status": "held" | "not_yet", "tests": [{"file", "title"}]}]}. It runs no test; npm test
 * does. Exit 0: the document holds; 1: a row has no promise, or a test is missing or skipped, and nothing is written.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const { rows, faults } = readAcceptance(
  readFileSync(path.join(root, "docs/acceptance.md"), "utf8"),
  testsOf(root),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
mkdirSync(path.join(root, ".local"), { recursive: true });
writeFileSync(path.join(root, ".local/acceptance.json"), `${JSON.stringify({ rows }, null, 2)}\n`);
const held = rows.filter(({ status }) => status === "held").length;
console.log(
  `${held} promises are held by tests, ${rows.length - held} are not yet there: .local/acceptance.json`,
);

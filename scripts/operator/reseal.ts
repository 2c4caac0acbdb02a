import { parseArgs } from "node:util";
import { openDatabase } from "@/db/client";
import { linesOf } from "@/lib/gateway/reseal/report-words";
import { checkKeys, resealAll } from "@/lib/gateway/reseal/reseal";
import { describeError } from "@/lib/log";
import { keyRing } from "@/lib/secrets/key-ring";
import { countWords } from "@/lib/view/words";

/**
 * `npm run reseal [-- --check]`: while COUNTERSIGN_SECRET_KEY changes, seals again all that COUNTERSIGN_SECRET_KEY_PREVIOUS sealed,
 * as the tables' owner (DATABASE_OWNER_URL), and says what still needs that key. With --check it writes nothing, and exits
 * with 1 while something does. Exit code 2: it could not begin.
 */
const usage =
  "Usage: npm run reseal [-- --check], with DATABASE_OWNER_URL, COUNTERSIGN_SECRET_KEY and COUNTERSIGN_SECRET_KEY_PREVIOUS";

function refuse(why: string): never {
  console.error(`${why}\n${usage}`);
  process.exit(2);
}

function argumentsOf(): { check: boolean } {
  try {
    return parseArgs({ options: { check: { type: "boolean", default: false } } }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function keysOfChange() {
  try {
    const { current, previous } = keyRing();
    return { current, previous: previous ?? refuse("COUNTERSIGN_SECRET_KEY_PREVIOUS is not set.") };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { check } = argumentsOf();
const keys = keysOfChange();
const url = process.env.DATABASE_OWNER_URL;
if (!url) refuse("Set DATABASE_OWNER_URL to the address of the role that owns the tables.");

const database = openDatabase(url, { poolMax: 1 });
try {
  if (!check) {
    const resealed = await resealAll({ database, keys });
    console.log(`${countWords(resealed, "value was", "values were")} sealed again.`);
  }
  const report = await checkKeys({ database, keys });
  for (const line of linesOf(report)) console.log(line);
  if (check && report.left > 0) process.exitCode = 1;
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 3;
} finally {
  await database.end();
}

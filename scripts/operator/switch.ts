import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { openDatabase } from "@/db/client";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { AppError } from "@/lib/core/errors";
import { flipForEveryTenant } from "@/lib/gateway/controls/set-global-switch";
import { countWords } from "@/lib/view/words";

/**
 * `npm run switch -- ns_writes engage --reason "Incident 12" [--by "Mike Ortiz"]`: engages or releases a kill switch for every
 * tenant, as the tables' owner (DATABASE_OWNER_URL). It counts at once; the writes that had left are printed. A release needs
 * COUNTERSIGN_SECRET_KEY, engaging does not.
 */
const usage = `Usage: npm run switch -- <${SWITCH_NAMES.join("|")}> <engage|release> --reason "…" [--by "…"]`;
const { values, positionals } = parseArgs({
  options: { reason: { type: "string" }, by: { type: "string", default: userInfo().username } },
  allowPositionals: true,
});
const name = SWITCH_NAMES.find((each) => each === positionals[0]);
const verb = positionals[1];
const url = process.env.DATABASE_OWNER_URL;

function refuse(why: string): never {
  console.error(`${why}\n${usage}`);
  process.exit(2);
}
if (!url) refuse("Set DATABASE_OWNER_URL to the address of the role that owns the tables.");
if (!name) refuse("Which switch?");
if (verb !== "engage" && verb !== "release") refuse("Engage or release it?");
if (!values.reason?.trim()) refuse("Say why: --reason.");
if (verb === "release" && !process.env.COUNTERSIGN_SECRET_KEY)
  refuse("Set COUNTERSIGN_SECRET_KEY: a release carries a seal.");

const database = openDatabase(url, { poolMax: 2 });
const command = { name, engaged: verb === "engage", reason: values.reason };
try {
  const { switches, in_flight, in_flight_total } = await flipForEveryTenant(
    { kind: "operator", name: values.by },
    command,
    database,
  );
  // Without the key nothing can be said about the others.
  console.table(command.engaged ? switches.filter((each) => each.name === name) : switches);
  if (!command.engaged) console.log("Waiting pushes were requested, for every tenant.");
  else if (in_flight.length === 0) console.log("No write is under way.");
  else {
    console.table(in_flight);
    const hadLeft = `${countWords(in_flight_total, "write", "writes")} had left and may still arrive`;
    const isWhole = in_flight.length === in_flight_total;
    console.log(isWhole ? `${hadLeft}.` : `${hadLeft}; ${in_flight.length} are listed.`);
  }
} catch (error) {
  console.error(error instanceof AppError ? error.publicMessage : error);
  process.exitCode = 1;
} finally {
  await database.end();
}

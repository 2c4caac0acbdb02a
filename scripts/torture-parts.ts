import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import getPort from "get-port";
import type { OwnerSql } from "@/db/client";
import { openOwnerOf, startInstallation } from "./smoke/own-installation";
import {
  approveOver,
  liftCaps,
  listWaiting,
  notingWorkflow,
  publishOver,
  startOver,
} from "./smoke/workflow-client";

/**
 * `npm run torture:parts`: kills a part of an installation (SIGKILL) while runs are under way, as often as KILL_ROUNDS says, and starts the
 * installation again. Exit 0: every run succeeded, and the simulated account's ledger has each write once; 1: not so.
 */

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const runsARound = 3;
const limitMs = 120_000;
const workflow = "torture";

/** How a part is known among the installation's processes. */
const PARTS = { engine: /inngest-engine/, app: /next-server/ };
/** When it is killed: a moment that each run passes. */
const MOMENTS = ["begun", "waiting", "approved", "written"] as const;

const folder = await mkdtemp(path.join(tmpdir(), "countersign-torture-"));
const port = await getPort();
const begin = () => startInstallation(folder, port, { LOG_LEVEL: "warn", COUNTERSIGN_SECRET_KEY: undefined });
let installation = await begin();
let owner = await openOwnerOf(installation);

async function killPart(part: keyof typeof PARTS): Promise<void> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "ppid=,pid=,args="]);
  const rows = stdout.split("\n").map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row));
  const row = rows.find((found) => Number(found?.[1]) === installation.pid && PARTS[part].test(found![3]!));
  if (!row) throw new Error(`no process of the ${part} was found`);
  process.kill(Number(row[2]), "SIGKILL");
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(20))
    if (await holds()) return;
  throw new Error(`not within ${limitMs} ms: ${what}`);
}

const countEnded = async (sql: OwnerSql): Promise<number> =>
  (
    await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM runs r
    JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} AND r.ended_at IS NOT NULL`
  )[0]!.count;

/** How often the simulated account wrote each run's note, by the run's id. */
async function readWrites(): Promise<Map<number, number>> {
  const answer = await fetch(`${installation.simulatorUrl}/_sim/ledger`);
  const { commits } = (await answer.json()) as { commits: { changes: unknown }[] };
  const writes = new Map<number, number>();
  for (const { changes } of commits) {
    const run = Number(/"Run (\d+)"/.exec(JSON.stringify(changes))?.[1]);
    if (!Number.isNaN(run)) writes.set(run, (writes.get(run) ?? 0) + 1);
  }
  return writes;
}

async function approveWaiting(): Promise<void> {
  for (const action of await listWaiting(owner, workflow)) await approveOver(installation, action);
}

async function bringTo(moment: (typeof MOMENTS)[number]): Promise<void> {
  if (moment === "begun") return;
  await until("a run waits for people", async () => (await listWaiting(owner, workflow)).length > 0);
  if (moment === "waiting") return;
  const { size: before } = await readWrites();
  await approveWaiting();
  if (moment === "written") await until("a write lands", async () => (await readWrites()).size > before);
}

let begun = 0;
try {
  await publishOver(installation, owner, notingWorkflow(workflow));
  await liftCaps(owner);
  for (const part of ["engine", "app"] as const)
    for (let round = 0; round < rounds; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length]!;
      for (let n = 0; n < runsARound; n += 1) {
        await startOver(installation, workflow, `${part}-${round}-${n}`);
        begun += 1;
      }
      await bringTo(moment);
      await killPart(part);
      // What else the installation started ends with it.
      await Promise.all([installation.stop(), owner.end()]);
      installation = await begin();
      owner = await openOwnerOf(installation);
      await until("every run ends", async () => {
        await approveWaiting();
        return (await countEnded(owner)) === begun;
      });
      console.log(`${part} killed, runs ${moment}: ${begun} runs have ended`);
    }
  const rows = await owner<{ id: number; status: string }[]>`
    SELECT r.id, r.status FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow}`;
  const writes = await readWrites();
  const lost = rows.filter(({ id, status }) => status !== "succeeded" || !writes.has(id)).length;
  const twice = [...writes.values()].filter((times) => times > 1).length;
  console.log(`${rows.length} runs: ${lost} without their write, ${twice} with it twice`);
  process.exitCode = rows.length === begun && lost === 0 && twice === 0 ? 0 : 1;
} finally {
  await owner.end();
  await installation.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

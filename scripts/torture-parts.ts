import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import type { OwnerSql } from "@/db/client";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { startRequestWitness } from "@/lib/runtime/testing/request-witness";
import { killPart } from "./smoke/kill-part";
import { openOwnerOf, startInstallation } from "./smoke/own-installation";
import { approveOver, liftCaps, listWaiting, publishOver, startOver } from "./smoke/workflow-client";

/**
 * `npm run torture:parts`: kills a part of an installation (SIGKILL) while runs are under way, as often as KILL_ROUNDS says, and starts the
 * installation again. Each run asks a witness over HTTP, proposes a write, and tells the witness of it. Exit 0: every run succeeded, the
 * simulated account's ledger has each write once, and each request had one effect at the witness; 1: not so.
 */

const rounds = Number(process.env.KILL_ROUNDS ?? 20);
const runsARound = 3;
const limitMs = 300_000;
/** A write whose sender dies as it sends is unknown, and sent again after that time if NetSuite does not have it. As shipped it is 300. */
const holdSeconds = 30;
const workflow = "torture";

/** When it is killed: a moment that each run passes. While it asks and while it tells, the witness has not answered yet. */
const MOMENTS = ["begun", "asking", "waiting", "approved", "written", "telling"] as const;
/** The steps that ask the witness, each at a path of its run's own. */
const REQUESTS = ["ask", "tell"] as const;

const witness = await startRequestWitness();
const request = (id: (typeof REQUESTS)[number]) => `  - id: ${id}
    tool: http.request
    with: { method: POST, url: "http://127.0.0.1:${witness.port}/${id}/\${{ run.id }}", honours_key: true }`;
const source = `workflow: ${workflow}
limits: { writes: 3 }
steps:
${request("ask")}
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "Run \${{ run.id }}" }] }
${request("tell")}`;

const folder = await mkdtemp(path.join(tmpdir(), "countersign-torture-"));
const port = await getPort();
const begin = () =>
  startInstallation(folder, port, {
    LOG_LEVEL: "warn",
    COUNTERSIGN_SECRET_KEY: undefined,
    PUSH_HOLD_SECONDS: String(holdSeconds),
    OUTBOUND_ALLOW: `127.0.0.1:${witness.port}`,
  });
let installation = await begin();
let owner = await openOwnerOf(installation);

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(20))
    if (await holds()) return;
  throw new Error(`not within ${limitMs} ms: ${what}`);
}

/** For people: where the runs that have not ended stand. */
async function describeOpen(sql: OwnerSql): Promise<string> {
  const rows = await sql`
    SELECT r.id, r.status, s.step_id, s.status AS step, s.attempt, s.last_error ->> 'message' AS error, a.status AS action,
      p.status AS push, p.attempts, p.next_attempt_at, p.hold_until, p.lease_expires_at
    FROM runs r JOIN workflows f ON f.id = r.workflow_id
    LEFT JOIN steps s ON s.run_id = r.id AND s.status <> 'succeeded'
    LEFT JOIN proposed_actions a ON a.id = s.proposed_action_id
    LEFT JOIN ns_pending_pushes p ON p.action_id = a.id
    WHERE f.name = ${workflow} AND r.ended_at IS NULL ORDER BY r.id, s.id`;
  return rows.map((row) => JSON.stringify(row)).join("\n");
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

const untilHeld = () => until("the witness is asked", async () => witness.heldCount() > 0);

async function approveWaiting(): Promise<void> {
  for (const action of await listWaiting(owner, workflow)) await approveOver(installation, action);
}

async function bringTo(moment: (typeof MOMENTS)[number]): Promise<void> {
  if (moment === "begun") return;
  if (moment === "asking") return untilHeld();
  await until("a run waits for people", async () => (await listWaiting(owner, workflow)).length > 0);
  if (moment === "waiting") return;
  const { size: before } = await readWrites();
  if (moment === "telling") witness.hold();
  await approveWaiting();
  if (moment === "telling") return untilHeld();
  if (moment === "written") await until("a write lands", async () => (await readWrites()).size > before);
}

let begun = 0;
try {
  await publishOver(installation, owner, source);
  await liftCaps(owner);
  for (const part of ["engine", "app"] as const)
    for (let round = 0; round < rounds; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length]!;
      if (moment === "asking") witness.hold();
      for (let n = 0; n < runsARound; n += 1) {
        await startOver(installation, workflow, `${part}-${round}-${n}`);
        begun += 1;
      }
      await bringTo(moment);
      await killPart(installation, part);
      witness.release();
      // What else the installation started ends with it.
      await Promise.all([installation.stop(), owner.end()]);
      installation = await begin();
      owner = await openOwnerOf(installation);
      const startedAt = performance.now();
      await until("every run ends", async () => {
        await approveWaiting();
        return (await countEnded(owner)) === begun;
      }).catch(async (error: unknown) => {
        console.log(await describeOpen(owner));
        throw error;
      });
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      console.log(`${part} killed, runs ${moment}: ${begun} runs have ended, ${seconds} s after the restart`);
    }
  const rows = await owner<{ id: number; status: string }[]>`
    SELECT r.id, r.status FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow}`;
  const writes = await readWrites();
  const lost = rows.filter(({ id, status }) => status !== "succeeded" || !writes.has(id)).length;
  const twice = [...writes.values()].filter((times) => times > 1).length;
  const effects = rows.flatMap(({ id }) => REQUESTS.map((step) => witness.keysOf(`/${step}/${id}`).length));
  const [unasked, doubled] = [effects.filter((n) => n === 0).length, effects.filter((n) => n > 1).length];
  console.log(`${rows.length} runs: ${lost} without their write, ${twice} with it twice`);
  console.log(
    `${effects.length} effects at the witness, of ${witness.requests.length} requests: ${unasked} lost, ${doubled} twice`,
  );
  const holds = rows.length === begun && [lost, twice, unasked, doubled].every((faults) => faults === 0);
  process.exitCode = holds ? 0 : 1;
} finally {
  await owner.end();
  await installation.stop();
  await rm(folder, { recursive: true, force: true });
  closeReceivers();
}
process.exit();

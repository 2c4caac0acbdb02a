import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterAll, expect, test, vi } from "vitest";
import { startCrashingServer } from "@/db/testing/crashing-server";
import { useDyingRuns } from "@/lib/runtime/testing/dying/use-dying-runs";

/**
 * The database crashes, or ends the worker's connections, while runs are under way: no effect twice, none lost, every run ends.
 * `npm run torture:workers` does it more often.
 */
const rounds = Number(process.env.CRASH_ROUNDS ?? 2);
const timeout = 60_000 + rounds * 60_000;

const folder = await mkdtemp(path.join(tmpdir(), "countersign-crash-"));
const port = await getPort();
const boot = () => startCrashingServer(folder, port);
let server = await boot();
afterAll(async () => {
  await server.stop("immediate");
  await rm(server.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const poolMax = 8;
const runs = await useDyingRuns({ database: { superuserUrl: server.url, poolMax } });
const { owner, start, workOff, expectOnceAndEnded, expectCountersHold } = runs;
const { database } = runs.gateway;

/** Done again over faults of the database: a connection that it ended says so at its next use. */
const persist = <T>(attempt: () => Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 30_000, interval: 20 });
const workThrough = () => persist(() => workOff());

/** Strikes as the worker sends its n-th statement from now on; `end` waits for that, and strikes where it sent fewer. */
function strikeAt(n: number, strike: () => Promise<void>) {
  let sent = 0;
  let struck: Promise<void> | null = null;
  const debug = () => {
    sent += 1;
    if (sent === n) struck = strike();
  };
  Object.assign(database.sql.options, { debug });
  return { sent: () => sent, end: () => (struck ??= strike()) };
}

const endConnections = async () =>
  void (await runs.superuserOf()`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = 'countersign_app' AND datname = current_database()`);

/** Its server process: Postgres then ends all others, and recovers. */
const killBackend = async () => {
  const superuser = runs.superuserOf();
  const [backend] = await superuser<{ pid: number; own: number }[]>`
    SELECT pid, pg_backend_pid() AS own FROM pg_stat_activity
    WHERE usename = 'countersign_app' AND datname = current_database() ORDER BY state = 'active' DESC LIMIT 1`;
  process.kill(backend!.pid, "SIGKILL");
  // It has recovered once it has another process for us.
  await persist(async () => {
    const [now] = await superuser<{ own: number }[]>`SELECT pg_backend_pid() AS own`;
    if (now!.own === backend!.own) throw new Error("Postgres has not ended the others yet");
  });
};

const crash = async () => {
  await server.stop("immediate");
  server = await boot();
};

/** How many statements a worker sends for a run that nothing disturbs. */
let statements = 0;

test("a run that nothing disturbs", async () => {
  const { id } = await start("dies", { trigger_ref: "undisturbed" });
  const { sent } = strikeAt(0, crash);
  await workOff();
  statements = sent();
  await expectOnceAndEnded(id);
  expect(statements).toBeGreaterThan(10);
});

test.each([
  ["ends the worker's connections", endConnections],
  ["loses the process behind one of the worker's connections", killBackend],
  ["crashes", crash],
])("a database that %s: no effect twice, none lost, the run ends", { timeout }, async (name, strike) => {
  for (let round = 0; round < rounds; round += 1) {
    // The same however often it is sent.
    const { id } = await persist(() => start("dies", { trigger_ref: `${name}-${round}` }));
    // Later in each round: before the lease, around the request, its receipt, the proposal, the settlements.
    const struck = strikeAt(1 + Math.floor((round + 0.5) * (statements / rounds)), strike);
    await workThrough();
    await struck.end();
    await workThrough();
    // Every connection of the pool at once: none is left that the database ended.
    await persist(() => Promise.all(Array.from({ length: poolMax }, () => database.sql`SELECT`)));
    await expectOnceAndEnded(id, round % 2 === 0 ? "approve" : "reject");
  }
  expect(await owner`SELECT FROM runs WHERE ended_at IS NULL`).toEqual([]);
});

test("after all of them the counters say what the rows say", expectCountersHold);

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "@/db/embedded/server";
import { useDyingRuns } from "@/lib/runtime/testing/dying/use-dying-runs";

/**
 * The database crashes, or ends the worker's connections, while runs are under way: no effect twice, none lost, every run ends.
 * `npm run torture:workers` does it more often.
 */
const rounds = Number(process.env.CRASH_ROUNDS ?? 2);
const timeout = 60_000 + rounds * 60_000;

const folder = await mkdtemp(path.join(tmpdir(), "countersign-crash-"));
const port = await getPort();
const boot = () =>
  startEmbeddedPostgres({
    dataDir: path.join(folder, "data"),
    port,
    password: "test",
    // A crash of the process loses what was not handed to the system, whether or not the disk has it.
    settings: { fsync: "off", max_connections: "200", autovacuum: "off" },
  });
let server = await boot();
afterAll(async () => {
  await server.stop("immediate");
  await rm(server.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const poolMax = 8;
const runs = await useDyingRuns({ database: { superuserUrl: server.url, poolMax } });
const { owner, start, workOff, expectOnceAndEnded, expectCountersHold, whenAsked } = runs;
const { database } = runs.gateway;

/** Done again over faults of the database: a connection that it ended says so at its next use. */
async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1)
    try {
      return await attempt();
    } catch (error) {
      if (failures > 100) throw error;
      await sleep(50);
    }
}
const workThrough = () => persist(() => workOff());

const endConnections = async () =>
  void (await runs.superuserOf()`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = 'countersign_app' AND datname = current_database()`);

const crash = async () => {
  await server.stop("immediate");
  server = await boot();
};

/** Later in each round: around the lease, the request, its receipt, the proposal, the settlements. */
const momentsOf = (round: number) => ({ askedFirst: round % 2 === 0, afterMs: (round * 7) % 60 });

test.each([
  ["ends the worker's connections", endConnections],
  ["crashes", crash],
])("a database that %s: no effect twice, none lost, the run ends", { timeout }, async (name, strike) => {
  for (let round = 0; round < rounds; round += 1) {
    const { askedFirst, afterMs } = momentsOf(round);
    // The same however often it is sent.
    const { id } = await persist(() => start("dies", { trigger_ref: `${name}-${round}` }));
    const arrived = askedFirst ? new Promise<void>((resolve) => whenAsked(resolve)) : Promise.resolve();
    const working = workThrough();
    const struck = arrived.then(() => sleep(afterMs)).then(strike);
    await Promise.all([working, struck]);
    whenAsked(() => {});
    await workThrough();
    // Every connection of the pool at once: none is left that the database ended.
    await persist(() =>
      Promise.all(Array.from({ length: poolMax }, () => database.sql`SELECT pg_sleep(0.02)`)),
    );
    await expectOnceAndEnded(id);
  }
  expect(await owner`SELECT FROM runs WHERE ended_at IS NULL`).toEqual([]);
});

test("after all of them the counters say what the rows say", expectCountersHold);

import { afterAll, expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { startRequestWitness } from "@/lib/runtime/testing/request-witness";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { startRun } from "@/lib/runtime/runs/start-run";
import { work } from "./work";

/** Eight workers take what they can, and a witness counts. `npm run torture:caps` goes on for ten minutes with each cap. */
const minutes = Number(process.env.CAP_MINUTES ?? 0);
const timeout = 60_000 + minutes * 90_000;
const workers = 8;

const { world, owner, gateway, publish } = await useRuns();
const witness = await startRequestWitness();
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({
    ownUrls: [],
    openAddresses: [{ host: "127.0.0.1", port: witness.port }],
    clock: systemClock,
  }),
});

const atOnce = (patienceMs: number) =>
  Promise.all(
    Array.from({ length: workers }, (_, n) =>
      work({ owner: `cap-${n}`, parallel: 8, forMs: 120_000, patienceMs }, gateway),
    ),
  );

/** Once, or for as long as the torture goes on. */
async function again(round: (n: number) => Promise<void>): Promise<void> {
  const endsAt = performance.now() + minutes * 60_000;
  let n = 0;
  do await round(n++);
  while (performance.now() < endsAt);
}

const tell = (cap: string, figures: object) => void (minutes > 0 && console.log(cap, figures));

/** A company of its own with these caps, and its administrator. */
async function openHome(caps: { concurrency: number; runsPerMin: number; writesPerRun: number }) {
  const home = await world.addTenant();
  await owner`
    UPDATE run_lanes SET max_concurrency = ${caps.concurrency}, max_runs_per_min = ${caps.runsPerMin},
      max_writes_per_run = ${caps.writesPerRun} WHERE tenant_id = ${home.tenantId}`;
  return { tenantId: home.tenantId, boss: await home.person("Boss", "admin") };
}

const parallel = (name: string, count: number, limits = "") => `workflow: ${name}
${limits}
steps:
${Array.from({ length: count }, (_, n) => `  - { id: s${n}, needs: [], tool: transform, with: { value: ${n} } }`).join("\n")}`;

test(
  "steps at once of a tenant and of a workflow are never more than their caps, by eight workers at once",
  { timeout },
  async () => {
    const { tenantId, boss } = await openHome({ concurrency: 5, runsPerMin: 1_000, writesPerRun: 100 });
    await publish(parallel("capped", 60, "limits: { concurrency: 2 }"), boss);
    await publish(parallel("free", 60), boss);
    // The witness counts by the rows themselves, at each change of one of them.
    await owner.unsafe(`
    CREATE TABLE witnessed (all_running int, capped_running int);
    CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $w$ BEGIN
      INSERT INTO witnessed SELECT count(*), count(*) FILTER (WHERE f.name = 'capped')
        FROM steps s JOIN workflows f ON f.id = s.workflow_id WHERE s.status = 'running' AND s.tenant_id = ${tenantId};
      RETURN NULL; END $w$;
    CREATE TRIGGER witness AFTER UPDATE ON steps FOR EACH STATEMENT EXECUTE FUNCTION witness();`);
    try {
      await again(async () => {
        for (const workflow of ["capped", "free"]) await startRun(boss, { workflow, inputs: {} }, gateway);
        await atOnce(1_000);
      });
    } finally {
      await owner.unsafe("DROP TRIGGER witness ON steps");
    }
    const [most] =
      await owner`SELECT max(all_running) AS all, max(capped_running) AS capped, count(*)::int AS looks FROM witnessed`;
    await owner.unsafe("DROP FUNCTION witness(); DROP TABLE witnessed");
    tell("steps at once", most!);
    expect(most!.looks).toBeGreaterThan(100);
    expect(most).toMatchObject({ all: 5, capped: 2 });
    const [open] =
      await owner`SELECT count(*)::int AS n FROM steps WHERE tenant_id = ${tenantId} AND status <> 'succeeded'`;
    expect(open!.n).toBe(0);
  },
);

interface BegunRun {
  workflow: string;
  /** Milliseconds: between them its place was taken. */
  earliest: number;
  latest: number;
}

/** The most runs beyond those that a cap lets begin within any stretch of time: as many at once, and then one after the other. */
function mostBeyond(begun: readonly BegunRun[], perMinute: number): number {
  const inOrder = begun.toSorted((a, b) => a.latest - b.latest);
  let most = -Infinity;
  for (const [first, { earliest }] of inOrder.entries())
    for (const [index, { latest }] of inOrder.slice(first).entries())
      most = Math.max(most, index + 1 - perMinute * (1 + (latest - earliest) / 60_000));
  return most;
}

test(
  "runs a minute of a tenant and of a workflow are never more than their caps, begun by eight workers and eight people at once",
  { timeout },
  async () => {
    const caps = { all: 30, called: 12 };
    const { tenantId, boss } = await openHome({ concurrency: 50, runsPerMin: caps.all, writesPerRun: 100 });
    await publish(parallel("called", 1, `limits: { runs_per_minute: ${caps.called} }`), boss);
    await publish(parallel("alone", 1), boss);
    await publish(
      `workflow: calls\nsteps:\n  - { id: each, for: "\${{ [1,2,3,4,5,6,7,8,9,10] }}", max: 10, call: called, with: {}, retry: { attempts: 10 } }`,
      boss,
    );
    // The place is taken between the beginning of a run's transaction and its end.
    await owner.unsafe(`
    CREATE TABLE witnessed (workflow_id bigint, earliest float8, latest float8);
    CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $w$ BEGIN
      IF NEW.tenant_id = ${tenantId} THEN
        INSERT INTO witnessed VALUES (NEW.workflow_id, extract(epoch FROM transaction_timestamp()) * 1000,
          extract(epoch FROM clock_timestamp()) * 1000);
      END IF;
      RETURN NULL; END $w$;
    CREATE CONSTRAINT TRIGGER witness AFTER INSERT ON runs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION witness();`);
    let refused = 0;
    const begin = async (workflow: string) => {
      try {
        await startRun(boss, { workflow, inputs: {} }, gateway);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
        refused += 1;
      }
    };
    try {
      await again(async () => {
        await begin("calls");
        await Promise.all([
          atOnce(0),
          ...Array.from({ length: 8 }, async () => {
            for (let n = 0; n < 5; n += 1) for (const workflow of ["alone", "called"]) await begin(workflow);
          }),
        ]);
      });
    } finally {
      await owner.unsafe("DROP TRIGGER witness ON runs");
    }
    const begun = await owner<BegunRun[]>`
    SELECT f.name AS workflow, w.earliest, w.latest FROM witnessed w JOIN workflows f ON f.id = w.workflow_id`;
    await owner.unsafe("DROP FUNCTION witness(); DROP TABLE witnessed");
    const called = begun.filter(({ workflow }) => workflow === "called");
    const [kept] = await owner`SELECT count(*)::int AS n FROM runs WHERE tenant_id = ${tenantId}`;
    expect(begun).toHaveLength(kept!.n as number);
    const beyond = { all: mostBeyond(begun, caps.all), called: mostBeyond(called, caps.called) };
    tell("runs a minute", { begun: begun.length, called: called.length, refused, beyond });
    expect(refused).toBeGreaterThan(8);
    expect(begun.length).toBeGreaterThanOrEqual(caps.all);
    expect(called.length).toBeGreaterThanOrEqual(caps.called);
    expect(beyond.all).toBeLessThanOrEqual(0);
    expect(beyond.called).toBeLessThanOrEqual(0);
  },
);

test(
  "writes of a run are never more than its cap, requests and proposals together, by eight workers at once",
  { timeout },
  async () => {
    const writesPerRun = 5;
    const { tenantId, boss } = await openHome({ concurrency: 50, runsPerMin: 10_000, writesPerRun });
    const list = "[1,2,3,4,5,6,7,8,9,10]";
    await publish(
      `workflow: writes
limits: { writes: 20 }
steps:
  - { id: calls, needs: [], for: "\${{ ${list} }}", max: 10, tool: http.request, with: { method: POST, url: "http://127.0.0.1:${witness.port}/\${{ run.id }}" } }
${noteStep({ to: "${{ item }}", more: `    needs: []\n    for: "\${{ ${list} }}"\n    max: 10` })}`,
      boss,
    );
    let runs = 0;
    await again(async () => {
      for (let n = 0; n < 4; n += 1, runs += 1)
        await startRun(boss, { workflow: "writes", inputs: {} }, gateway);
      await atOnce(0);
    });
    const rows = await owner<{ id: number; used: number; status: string; proposed: number }[]>`
    SELECT r.id, r.writes_used AS used, r.status,
      (SELECT count(*)::int FROM proposed_actions a WHERE a.tenant_id = r.tenant_id AND a.idempotency_key LIKE r.id || ':note%') AS proposed
    FROM runs r WHERE r.tenant_id = ${tenantId}`;
    const writes = rows.map(({ id, proposed }) => proposed + witness.keysOf(`/${id}`).length);
    tell("writes of a run", { runs, most: Math.max(...writes), requests: witness.requests.length });
    expect(rows).toHaveLength(runs);
    expect(rows.filter(({ used, status }) => used !== writesPerRun || status !== "failed_terminal")).toEqual(
      [],
    );
    expect(writes).toEqual(rows.map(() => writesPerRun));
  },
);

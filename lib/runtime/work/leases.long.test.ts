import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { OwnerSql } from "@/db/client";
import { type LeasedStep, nextStepInMs, rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps, settleStep, takeTurn } from "@/db/queries/workflows/turns";
import { RESCUE_DELAYS_SECONDS, type StepStatus } from "@/lib/core/run/run";
import { proposals } from "@/lib/gateway/testing/proposals";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { startRun } from "@/lib/runtime/runs/start-run";

const runs = await useRuns();
const { world, owner, gateway, publish, start, workOff, look, tenantId } = runs;
const { database } = gateway;
const { proposal } = await world.propose(proposals.arNote());

const lease = (name: string, count = 100, seconds = 30) =>
  leaseSteps(database, { owner: name, count, seconds });
const settle = (step: LeasedStep, name: string, to: StepStatus, said = {}) =>
  settleStep(database, step.tenantId, { id: step.id, owner: name, attempt: step.attempt }, to, said);
/** The run with all its steps, as they stand. */
const rowsOf = (id: number) => owner`
  SELECT to_jsonb(r) AS run, (SELECT jsonb_agg(s ORDER BY s.id) FROM steps s WHERE s.run_id = r.id) AS steps
  FROM runs r WHERE r.id = ${id}`;
const stepOfOnError = {
  step_id: "late",
  step_index: 0,
  tool_name: "transform",
  needs: [],
  kind: "single",
  attempts_max: 5,
};
/** Ends every lease now, as a worker's that went away thirty seconds ago. */
const letLeasesEnd = () => owner`
  UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
const emptyLanes = async () => {
  await letLeasesEnd();
  await rescueSteps(database, [0], 1_000);
  await workOff({ parallel: 16 });
};

const parallel = (name: string, count: number, limits = "") => `workflow: ${name}
${limits}
steps:
${Array.from({ length: count }, (_, n) => `  - { id: s${n}, needs: [], tool: transform, with: { value: ${n} } }`).join("\n")}`;

beforeEach(emptyLanes);
afterAll(async () => {
  const [counted] = await owner`
    SELECT (SELECT sum(running)::int FROM run_lanes) AS tenants, (SELECT sum(running)::int FROM workflow_lanes) AS workflows,
      (SELECT count(*)::int FROM steps WHERE status = 'running') AS running`;
  // The counters say what the rows say, whatever happened above.
  expect(counted).toEqual({
    tenants: counted!.running,
    workflows: counted!.running,
    running: counted!.running,
  });
});

describe("a lease", () => {
  test("gives each step to one worker, of many that ask at once", async () => {
    await publish(parallel("shared", 40));
    await owner`UPDATE run_lanes SET max_concurrency = 1000 WHERE tenant_id = ${tenantId}`;
    await start("shared");
    const leased: LeasedStep[] = [];
    for (let round = 0; leased.length < 40 && round < 50; round += 1)
      leased.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => lease(`w${n}`, 3)))).flat());
    expect(new Set(leased.map(({ id }) => id)).size).toBe(40);
    expect(leased).toHaveLength(40);
  });
  test.each<[StepStatus, object]>([
    ["succeeded", { output: { value: "late" } }],
    ["succeeded", { items: ["late", "later"], item_seals: ["x", "y"] }],
    ["waiting_approval", { action_id: proposal.id }],
    ["failed_terminal", { error: { code: "late", message: "late" }, on_error: [stepOfOnError] }],
    ["failed_retryable", { error: { code: "late", message: "late" }, delay_ms: 0 }],
    ["ready", { until: "2000-01-01T00:00:00Z" }],
    ["waiting_input", {}],
  ])("that was lost settles nothing as %s, a hundred times", async (to, said) => {
    const name = `fenced-${to.replaceAll("_", "-")}-${"items" in said ? "items" : "alone"}`;
    await publish(parallel(name, 1));
    const { id } = await start(name);
    const [stopped] = await lease("stopped");
    await letLeasesEnd();
    expect(await rescueSteps(database, [0], 1_000)).toBe(1);
    const [next] = await lease("next");
    expect(next).toMatchObject({ id: stopped!.id, attempt: 2 });
    const before = await rowsOf(id);
    const late = await Promise.all(Array.from({ length: 100 }, () => settle(stopped!, "stopped", to, said)));
    expect(late.filter((status) => status !== null)).toEqual([]);
    // Nor in a group with others, where each is settled in its run.
    const settled = [{ tenant: tenantId, run: id, step: stopped!.id, attempt: 1, to, said }];
    for (let turn = 0; turn < 100; turn += 1) {
      const { statuses } = await takeTurn(database, { owner: "stopped", settled, count: 0, seconds: 30 });
      expect([...statuses]).toEqual([[stopped!.id, null]]);
    }
    // Nor under the other's name, nor with the other's attempt.
    expect(await settle({ ...stopped!, attempt: 1 }, "next", to, said)).toBeNull();
    expect(await settle({ ...next!, attempt: 2 }, "stopped", to, said)).toBeNull();
    expect(await rowsOf(id)).toEqual(before);
    expect(await settle(next!, "next", "succeeded", { output: { value: "ours" } })).toBe("succeeded");
    expect(await settle(next!, "next", "succeeded", { output: { value: "twice" } })).toBeNull();
    expect(await runs.outputOf(id, "s0")).toEqual({ value: "ours" });
    expect(stepsOf(await look(id))).toEqual(["s0:succeeded"]);
  });
  test("that is kept by its worker is not rescued, and one that is not is taken over", async () => {
    await publish(parallel("kept", 1));
    await start("kept");
    const [step] = await lease("quiet", 1, 3_600);
    expect(await rescueSteps(database, [0], 1_000)).toBe(0);
    expect(await lease("other")).toEqual([]);
    await letLeasesEnd();
    await workOff();
    const [row] = await owner`SELECT status, attempt, failures, last_error FROM steps WHERE id = ${step!.id}`;
    expect(row).toMatchObject({
      status: "succeeded",
      attempt: 2,
      failures: 1,
      last_error: { code: "lease_lost" },
    });
  });
  test("that is given back locks the lanes in the order of every settlement, so that neither waits for the other", async () => {
    await publish(parallel("crossed", 1));
    await start("crossed");
    expect(await lease("gone")).toHaveLength(1);
    await letLeasesEnd();
    let rescue: Promise<number> | undefined;
    await owner.begin(async (sql) => {
      await sql`SELECT FROM run_lanes WHERE tenant_id = ${tenantId} FOR UPDATE`;
      rescue = rescueSteps(database, [0], 1_000);
      const waits = () =>
        database.aside(
          (aside) => aside`
        SELECT FROM pg_stat_activity WHERE usename = current_user AND query LIKE '%rescue_steps%'
          AND cardinality(pg_blocking_pids(pid)) > 0`,
        );
      await expect.poll(async () => (await waits()).length, { timeout: 30_000 }).toBe(1);
      expect(
        await sql`SELECT FROM workflow_lanes WHERE tenant_id = ${tenantId} FOR UPDATE NOWAIT`,
      ).not.toEqual([]);
    });
    expect(await rescue).toBe(1);
  });
  test("that is lost again and again comes back at once, and then after 5 s, 30 s, 2 min and 10 min", async () => {
    await publish(`workflow: lost-often
steps: [{ id: s0, tool: transform, with: { value: 1 }, retry: { attempts: 10 } }]`);
    const { id } = await start("lost-often");
    for (const seconds of [0, 5, 30, 120, 600, 600]) {
      await runs.letTimeCome(id);
      expect(await lease("gone")).toHaveLength(1);
      await letLeasesEnd();
      expect(await rescueSteps(database, RESCUE_DELAYS_SECONDS, 1_000)).toBe(1);
      const [step] = await owner<{ due: number }[]>`
        SELECT extract(epoch FROM next_eligible_at - clock_timestamp())::float8 AS due FROM steps WHERE run_id = ${id}`;
      expect(step!.due).toBeLessThanOrEqual(seconds);
      expect(step!.due).toBeGreaterThan(seconds - 4);
    }
    await runs.letTimeCome(id);
  });
  test("of a step whose worker goes away each time is given up when its attempts are over", async () => {
    await publish(`workflow: deadly
steps: [{ id: s0, tool: transform, with: { value: 1 }, retry: { attempts: 2 } }]`);
    const { id } = await start("deadly");
    for (let worker = 0; worker < 2; worker += 1) {
      expect(await lease(`dies-${worker}`)).toHaveLength(1);
      await letLeasesEnd();
      await rescueSteps(database, [0], 1_000);
    }
    await workOff();
    expect(await look(id)).toMatchObject({
      status: "failed_terminal",
      error: { message: "Its worker went away too often." },
    });
  });
});

describe("turns", () => {
  test("a tenant with ten thousand steps ready keeps no other from its turn", async () => {
    const other = await world.addTenant();
    const boss = await other.person("Boss", "admin");
    await publish(parallel("flood", 1));
    await publish(parallel("single", 1), boss);
    const { id } = await start("flood");
    await flood(owner, id, 10_000);
    const { run } = await startRun(boss, { workflow: "single", inputs: {} }, gateway);
    const leased = await lease("worker", 4);
    expect(leased.map((step) => step.tenantId)).toContain(other.tenantId);
    for (const step of leased) await settle(step, "worker", "succeeded", { output: null });
    expect((await look(run.id, boss)).status).toBe("succeeded");
    await owner`UPDATE steps SET status = 'cancelled', leasable = false WHERE run_id = ${id} AND status = 'ready'`;
  });
  test("a workflow with many steps ready keeps no other of its tenant from its turn", async () => {
    await publish(parallel("many", 30));
    await publish(parallel("few", 1));
    await start("many");
    const few = await start("few");
    const leased = await lease("worker", 2);
    const rows =
      await owner`SELECT DISTINCT run_id FROM steps WHERE id = ANY (${leased.map(({ id }) => id)})`;
    expect(rows.map((row) => row.run_id)).toContain(few.id);
  });
});

test("the next step is told in milliseconds: none, one that is due, one that waits", async () => {
  await publish(`workflow: later
steps: [{ id: s0, tool: transform, with: { value: 1 } }]`);
  const { id } = await start("later");
  expect(await nextStepInMs(database)).toBe(0);
  await owner`UPDATE steps SET next_eligible_at = clock_timestamp() + interval '1 h' WHERE run_id = ${id}`;
  const ms = (await nextStepInMs(database))!;
  expect(ms).toBeGreaterThan(3_500_000);
  expect(ms).toBeLessThanOrEqual(3_600_000);
});

/** Copies a run's only step so many times. */
async function flood(sql: OwnerSql, runId: number, count: number): Promise<void> {
  await sql`
    INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, leasable,
      attempts_max, next_eligible_at)
    SELECT tenant_id, run_id, workflow_id, 'f' || n, n, 'single', 'transform', run_id || ':f' || n, true, 5,
      clock_timestamp() - interval '1 h'
    FROM steps, generate_series(1, ${count}) AS n WHERE run_id = ${runId} AND step_id = 's0'`;
}

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LeasedStep, loadHeldStep, rescueSteps } from "@/db/queries/workflows/steps";
import { type StepSettlement, takeTurn } from "@/db/queries/workflows/turns";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { gatherSettlements, settleAlone } from "./carrier";

/** Steps that one worker leased at once: they go to the database together. */

const { owner, gateway, tenantId, publish, start, workOff, look } = await useRuns();
const { database } = gateway;
const four = (name: string) => `workflow: ${name}
steps:
${[0, 1, 2, 3].map((n) => `  - { id: s${n}, needs: [], tool: transform, with: { value: ${n} } }`).join("\n")}`;

let sent: string[] = [];
const sentOf = (name: string) => sent.filter((text) => text.includes(`${name}(`)).length;
beforeEach(() => {
  sent = [];
  Object.assign(database.sql.options, { debug: (_connection: number, text: string) => sent.push(text) });
});
afterEach(() => void Object.assign(database.sql.options, { debug: undefined }));

const turn = (settled: readonly StepSettlement[], count = 0) =>
  takeTurn(database, { owner: "w", settled, count, seconds: 30 });
const settleAll = async (settled: readonly StepSettlement[]) => (await turn(settled)).statuses;
const lease = async () => (await turn([], 4)).leased.toSorted((a, b) => a.id - b.id);
const gather = () =>
  gatherSettlements({ alone: settleAlone(database, "w"), together: settleAll, groupMax: 4 });
const loadedOf = ({ loaded }: LeasedStep) => (loaded && "step" in loaded ? loaded : null);
const runOf = async ({ id }: LeasedStep) =>
  (await owner<{ run_id: number }[]>`SELECT run_id FROM steps WHERE id = ${id}`)[0]!.run_id;
const settling = async (step: LeasedStep) => ({
  tenant: step.tenantId,
  run: await runOf(step),
  step: step.id,
  attempt: step.attempt,
  to: "succeeded" as const,
  said: { output: { value: 1 } },
});
const runningOf = async () => {
  const [row] = await owner<{ lane: number; workflows: number; steps: number }[]>`
    SELECT l.running AS lane, (SELECT sum(w.running)::int FROM workflow_lanes w WHERE w.tenant_id = l.tenant_id) AS workflows,
      (SELECT count(*)::int FROM steps s WHERE s.tenant_id = l.tenant_id AND s.status = 'running') AS steps
    FROM run_lanes l WHERE l.tenant_id = ${tenantId}`;
  return row!;
};

describe("steps leased at once", () => {
  test("are loaded with their lease and begin their run, and are settled by one statement where they are done at once", async () => {
    await publish(four("together"));
    const { id } = await start("together");
    const leased = await lease();
    expect(leased.map((step) => [step.id, loadedOf(step)?.step.id, loadedOf(step)?.run.id])).toEqual(
      leased.map((step) => [step.id, step.id, id]),
    );
    expect((await look(id)).status).toBe("running");
    expect([sentOf("take_turn"), sentOf("load_step")]).toEqual([1, 0]);
    const settlings = await Promise.all(leased.map(settling));
    const begin = gather();
    const carried = leased.map(() => begin());
    const statuses = await Promise.all(carried.map(({ settle }, n) => settle(settlings[n]!)));
    expect(statuses).toEqual(["running", "running", "running", "succeeded"]);
    expect(sentOf("take_turn")).toBe(2);
    expect(await runningOf()).toEqual({ lane: 0, workflows: 0, steps: 0 });
  });
  test("are settled by the statement that leases what waited for them", async () => {
    await publish(`workflow: chained
steps:
  - { id: first, needs: [], tool: transform, with: { value: 1 } }
  - { id: then, needs: [first], tool: transform, with: { value: 2 } }`);
    const { id } = await start("chained");
    const [first] = await lease();
    const { statuses, leased } = await turn([await settling(first!)], 4);
    expect([...statuses]).toEqual([[first!.id, "running"]]);
    expect(leased.map((step) => loadedOf(step)?.step.stepId)).toEqual(["then"]);
    expect(await runningOf()).toEqual({ lane: 1, workflows: 1, steps: 1 });
    expect((await turn([await settling(leased[0]!)], 4)).leased).toEqual([]);
    expect((await look(id)).status).toBe("succeeded");
  });
  test("of which one cannot be settled: it takes none of the others along", async () => {
    await publish(four("spoilt"));
    const { id } = await start("spoilt");
    const leased = await lease();
    const settlings = await Promise.all(leased.map(settling));
    await owner.unsafe(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''spoilt''; END';
      CREATE TRIGGER spoil BEFORE UPDATE ON steps FOR EACH ROW
        WHEN (NEW.status = 'succeeded' AND NEW.step_id = 's2') EXECUTE FUNCTION spoil();`);
    const begin = gather();
    const carried = leased.map(() => begin());
    const settled = await Promise.allSettled(carried.map(({ settle }, n) => settle(settlings[n]!)));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    // Once together, and then each of the four alone.
    expect(sentOf("take_turn") - 1).toBe(5);
    await owner.unsafe("DROP TRIGGER spoil ON steps; DROP FUNCTION spoil()");
    expect(stepsOf(await look(id))).toEqual(["s0:succeeded", "s1:succeeded", "s2:running", "s3:succeeded"]);
    expect(await runningOf()).toEqual({ lane: 1, workflows: 1, steps: 1 });
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
    await rescueSteps(database, [0], 100);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
    expect(await runningOf()).toEqual({ lane: 0, workflows: 0, steps: 0 });
  });
  test("of which one lost its lease: it alone is not settled, and its place is freed by its rescue alone", async () => {
    await publish(four("lost"));
    const { id } = await start("lost");
    const leased = await lease();
    const settlings = await Promise.all(leased.map(settling));
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE id = ${leased[1]!.id}`;
    expect(await rescueSteps(database, [0], 100)).toBe(1);
    const settled = await settleAll(settlings);
    expect(leased.map((step) => settled.get(step.id))).toEqual(["running", null, "running", "running"]);
    expect(await runningOf()).toEqual({ lane: 0, workflows: 0, steps: 0 });
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
  });
  test("are leased without waiting for whoever holds a run: it begins when they are loaded alone", async () => {
    await publish(four("held"));
    const { id } = await start("held");
    const leased = await owner.begin(async (sql) => {
      await sql`SELECT FROM runs WHERE id = ${id} FOR UPDATE`;
      return lease();
    });
    expect(leased.map(({ loaded }) => loaded)).toEqual([null, null, null, null]);
    expect((await loadHeldStep(database, leased[0]!))?.run.id).toBe(id);
    expect((await look(id)).status).toBe("running");
    await settleAll(await Promise.all(leased.map(settling)));
  });
});

test("a turn waits for the disk unless all that it settles may be done again, whatever it leases", async () => {
  await publish(four("lasting"));
  await start("lasting");
  const commitOf = (settled: readonly StepSettlement[]) =>
    database.sql.begin(async (tx) => {
      await tx`SELECT count(*) FROM take_turn('w', ${JSON.stringify(settled)}::text::jsonb, 1, 30)`;
      const [row] = await tx<{ commit: string }[]>`SELECT current_setting('synchronous_commit') AS commit`;
      return row!.commit;
    });
  const [first, second] = (await turn([], 2)).leased;
  const [lasting, again] = [await settling(first!), await settling(second!)];
  expect(await commitOf([])).toBe("off");
  expect(await commitOf([lasting])).toBe("on");
  expect(await commitOf([{ ...again, said: { ...again.said, repeatable: true } as typeof again.said }])).toBe(
    "off",
  );
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
  await rescueSteps(database, [0], 100);
  await workOff();
});

test("a group locks its runs in the order of their ids and its lanes at last, so that no two of them wait for each other", async () => {
  await publish(four("crossing").split("\n").slice(0, 3).join("\n"));
  const low = await start("crossing", { trigger_ref: "low" });
  const high = await start("crossing", { trigger_ref: "high" });
  const leased = await lease();
  const settlings = await Promise.all(leased.map(settling));
  const highFirst = settlings.toSorted((a, b) => b.run - a.run);
  expect(highFirst.map(({ run }) => run)).toEqual([high.id, low.id]);
  let group: ReturnType<typeof settleAll> | undefined;
  await owner.begin(async (sql) => {
    await sql`SELECT FROM runs WHERE id = ${low.id} FOR UPDATE`;
    group = settleAll(highFirst);
    const waits = () =>
      database.aside(
        (aside) => aside`
        SELECT FROM pg_stat_activity WHERE usename = current_user AND query LIKE '%take_turn%'
          AND cardinality(pg_blocking_pids(pid)) > 0`,
      );
    await expect.poll(async () => (await waits()).length, { timeout: 30_000 }).toBe(1);
    expect(await sql`SELECT FROM runs WHERE id = ${high.id} FOR UPDATE NOWAIT`).toHaveLength(1);
    expect(await sql`SELECT FROM run_lanes WHERE tenant_id = ${tenantId} FOR UPDATE NOWAIT`).toHaveLength(1);
  });
  expect([...(await group!).values()]).toEqual(["succeeded", "succeeded"]);
});

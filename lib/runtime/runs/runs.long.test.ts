import { describe, expect, test } from "vitest";
import { sqlState } from "@/db/testing/rows";
import {
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
  stepDelayMs,
} from "@/lib/core/run/run";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { expectRefusal, outcomeOf, refusalOf, untilWaiting } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import { readCaps, setCaps } from "./caps";
import { readRun, readRuns } from "./read-runs";
import { rerun } from "./rerun";
import { startRun } from "./start-run";
import { cancelRun, pauseRun, resumeRun } from "./steer-run";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, viewer, agent, publish, start, workOff, look } = runs;

const one = (name: string, value = "Hi", more = "") => `workflow: ${name}
inputs: { type: object, properties: { n: { type: integer }, who: { type: string, default: Ana } } }
steps:
  - { id: first, tool: transform, with: { value: "${value}" } }
  - { id: second, tool: transform, with: { value: "\${{ steps.first.output.value }}!" } }
${more}`;
const countRuns = async (workflow: string) =>
  (
    await owner`SELECT count(*)::int AS n FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow}`
  )[0]!.n as number;

describe("a run begins", () => {
  test("once for a trigger, however often and by how many it is sent at once", async () => {
    await publish(one("once"));
    const send = () => startRun(agent, { workflow: "once", inputs: {}, trigger_ref: "t" }, gateway);
    const answers = await Promise.all(Array.from({ length: 1_000 }, send));
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await countRuns("once")).toBe(1);
    await expectRefusal(
      startRun(agent, { workflow: "once", inputs: { n: 2 }, trigger_ref: "t" }, gateway),
      "idempotency_conflict",
    );
  });
  test("of its own for an agent, not of somebody else who used the same trigger_ref; people share theirs", async () => {
    await publish(one("shared"));
    const send = (by: Parameters<typeof startRun>[0], trigger_ref: string) =>
      startRun(by, { workflow: "shared", inputs: {}, trigger_ref }, gateway);
    const other = await world.home.agent("another-agent");
    await send(agent, "monday");
    const refusal = await refusalOf(send(other, "monday"));
    expect(refusal).toMatchObject({
      code: "idempotency_conflict",
      message: "Somebody else began a run with this trigger_ref: use one of your own.",
    });
    expect(refusal.members).toEqual({});
    const { run } = await send(approver, "tuesday");
    await expectRefusal(send(agent, "tuesday"), "idempotency_conflict");
    expect(await send(admin, "tuesday")).toMatchObject({ created: false, run: { id: run.id } });
    expect(await countRuns("shared")).toBe(2);
  });
  test("not for an agent that is paused, until it is resumed", async () => {
    await publish(one("held"));
    const held = await world.home.agent("held-agent");
    const begin = () => startRun(held, { workflow: "held", inputs: {} }, gateway);
    await pauseAgent(admin, held.agentId, gateway);
    await expectRefusal(begin(), "agent_paused");
    expect(await countRuns("held")).toBe(0);
    await resumeAgent(await steppedUp(owner, admin, "resume_agent", held.agentId), held.agentId, gateway);
    expect((await begin()).created).toBe(true);
  });
  test("not for an agent that is paused while its request is on its way", async () => {
    await publish(one("late"));
    const late = await world.home.agent("late-agent");
    // The row of the agent is held as a pause holds it.
    const { begun } = await owner.begin(async (tx) => {
      await tx`SELECT 1 FROM agents WHERE id = ${late.agentId} FOR UPDATE`;
      const onItsWay = outcomeOf(startRun(late, { workflow: "late", inputs: {} }, gateway));
      await untilWaiting(world.superuser, 1);
      await tx`UPDATE agents SET paused_at = clock_timestamp() WHERE id = ${late.agentId}`;
      return { begun: { outcome: onItsWay } };
    });
    expect((await begun.outcome).error).toMatchObject({ code: "agent_paused" });
    expect(await countRuns("late")).toBe(0);
    await owner`UPDATE agents SET paused_at = NULL WHERE id = ${late.agentId}`;
  });
  test("with the inputs that its text takes, and tells each that it does not", async () => {
    await publish(one("inputs"));
    const begin = (inputs: Record<string, string | number>) =>
      startRun(approver, { workflow: "inputs", inputs }, gateway);
    expect(await refusalOf(begin({ n: "7" }))).toMatchObject({ issues: [{ path: "inputs.n" }] });
    expect(await refusalOf(begin({ m: 7 }))).toMatchObject({
      issues: [{ path: "inputs.m", message: "is no input of inputs; it has n, who" }],
    });
    const { run } = await begin({ n: 7 });
    const [row] = await owner`SELECT inputs_json FROM runs WHERE id = ${run.id}`;
    expect(row!.inputs_json).toEqual({ n: 7, who: "Ana" });
  });
  test("of the version in force alone, by whoever decides or administers, or by an agent", async () => {
    const first = await publish(one("versions"));
    const second = await publish(one("versions", "Hello"));
    const begin = (version_id?: number, by: Parameters<typeof startRun>[0] = approver) =>
      startRun(by, { workflow: "versions", inputs: {}, version_id }, gateway);
    expect((await begin()).run.version_number).toBe(2);
    expect((await begin(second.version_id, agent)).run.version_number).toBe(2);
    for (const by of [approver, agent])
      await expectRefusal(begin(first.version_id, by), {
        code: "not_in_force",
        message: `Version 1 of versions is not in force: version 2 is, with the id ${second.version_id}.`,
      });
    await expectRefusal(begin(first.version_id + 5_000), "not_found");
    const foreign = await publish(one("foreign"));
    await expectRefusal(begin(foreign.version_id), "not_found");
    await expectRefusal(startRun(viewer, { workflow: "versions", inputs: {} }, gateway), "not_allowed");
    await expectRefusal(startRun(approver, { workflow: "nothing", inputs: {} }, gateway), "not_found");
    await withdrawWorkflow(admin, { id: first.id, note: "Off", base_publication: 2 }, gateway);
    await expectRefusal(begin(), "not_in_force");
    await expectRefusal(begin(first.version_id), "not_in_force");
  });
  test("not by a publication that was written past the app", async () => {
    const { id, version_id } = await publish(one("forged"));
    await owner`
      INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
      VALUES (${world.tenantId}, ${id}, 2, ${version_id}, 'why', ${admin.userId}, 'Adam', 'forged')`;
    await expectRefusal(start("forged"), "not_in_force");
  });
  test("so many times a minute as the workflow's own cap says", async () => {
    await publish(one("often", "Hi", "limits: { runs_per_minute: 2 }"));
    await start("often");
    await start("often");
    expect(await refusalOf(start("often"))).toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
    expect(await countRuns("often")).toBe(2);
  });
  test("so many times a minute in all as the tenant's cap says, whichever workflows they are of", async () => {
    const home = await world.addTenant();
    const [boss, ana] = [await home.person("Boss", "admin"), await home.person("Ana", "approver")];
    await owner`UPDATE run_lanes SET max_runs_per_min = 2 WHERE tenant_id = ${home.tenantId}`;
    for (const name of ["first", "second", "third"]) await publish(one(name), boss);
    await start("first", {}, ana);
    await start("second", {}, ana);
    expect(await refusalOf(start("third", {}, ana))).toMatchObject({
      code: "rate_limited",
      members: { "violated-policies": ["runs"] },
    });
    const [row] = await owner`SELECT count(*)::int AS n FROM runs WHERE tenant_id = ${home.tenantId}`;
    expect(row!.n).toBe(2);
  });
  test("for one agent at most half as often, refused tries included, so that others find some left", async () => {
    await publish(one("divided"));
    const eager = await world.home.agent("eager");
    const allow = (perMinute: number) =>
      owner`UPDATE run_lanes SET max_runs_per_min = ${perMinute} WHERE tenant_id = ${world.tenantId}`;
    await allow(4);
    const tryIn = (workflow: string) => startRun(eager, { workflow, inputs: {} }, gateway);
    await expectRefusal(tryIn("nothing"), "not_found");
    await tryIn("divided");
    expect(await refusalOf(tryIn("divided"))).toMatchObject({
      code: "rate_limited",
      members: { "violated-policies": ["agent-runs"] },
    });
    await allow(10_000);
    expect(await countRuns("divided")).toBe(1);
  });
});

describe("whoever looks", () => {
  test("sees the tenant's runs page by page, an agent its own, another tenant none", async () => {
    await publish(one("listed"));
    const mine = await start("listed");
    const { run: agents } = await startRun(agent, { workflow: "listed", inputs: {} }, gateway);
    const page = (cursor?: number) => readRuns(approver, { workflow: "listed", limit: 1, cursor }, gateway);
    const first = await page();
    expect(first.items.map(({ id }) => id)).toEqual([agents.id]);
    const second = await page(first.next_cursor!);
    expect(second).toMatchObject({ items: [{ id: mine.id }], next_cursor: null });
    expect(
      (await readRuns(agent, { workflow: "listed", limit: 10 }, gateway)).items.map(({ id }) => id),
    ).toEqual([agents.id]);
    await expectRefusal(readRun(agent, { id: mine.id, wait: 0 }, gateway), "not_found");
    const stranger = await (await world.addTenant()).person("Sam", "admin");
    await expectRefusal(readRun(stranger, { id: mine.id, wait: 0 }, gateway), "not_found");
    await expectRefusal(cancelRun(stranger, mine.id, gateway), "not_found");
    expect((await readRuns(stranger, { limit: 10 }, gateway)).items).toEqual([]);
  });
  test("and waits hears of the next change, and of an end at once", async () => {
    await publish(one("awaited"));
    const { id } = await start("awaited");
    const waiting = readRun(approver, { id, wait: 55 }, gateway);
    await workOff();
    expect((await waiting).steps[0]!.attempt).toBe(1);
    expect((await readRun(approver, { id, wait: 55 }, gateway)).status).toBe("succeeded");
  });
  test("as a viewer reads no hashes where content is hidden: whoever knows what a value may be finds it by its hash", async () => {
    const { id } = await runs.follow(one("guessed"));
    const hashes = /"[0-9a-f]{64}"/;
    expect(JSON.stringify(await look(id))).toMatch(hashes);
    expect(JSON.stringify(await look(id, viewer))).not.toMatch(hashes);
  });
  test("as a viewer is not told what went wrong where content is hidden", async () => {
    const run = await runs.follow(one("hidden", "${{ decimal('kumquat') }}"));
    expect(run.error!.message).toContain("kumquat");
    const seen = await look(run.id, viewer);
    expect(JSON.stringify(seen)).not.toContain("kumquat");
  });
});

describe("a run is steered", () => {
  test("paused nothing more of it begins, resumed it goes on", async () => {
    await publish(one("paused"));
    const { id } = await start("paused");
    expect(await pauseRun(approver, id, gateway)).toMatchObject({ status: "paused" });
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["first:ready", "second:ready"]);
    await expectRefusal(pauseRun(approver, id, gateway), "nothing_to_do");
    expect(await resumeRun(approver, id, gateway)).toMatchObject({ status: "queued" });
    await expectRefusal(resumeRun(approver, id, gateway), "nothing_to_do");
    await expectRefusal(pauseRun(viewer, id, gateway), "not_allowed");
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });
  test("by a pause that comes between the lease and the work, the step goes back", async () => {
    await publish(one("between"));
    const { id } = await start("between");
    await owner`UPDATE runs SET status = 'paused' WHERE id = ${id}`;
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["first:ready", "second:ready"]);
    await resumeRun(approver, id, gateway);
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });
  test("cancelled it ends, and a paused one too", async () => {
    await publish(one("cancelled", "Hi", ""));
    const { id } = await start("cancelled");
    await pauseRun(approver, id, gateway);
    expect(await cancelRun(approver, id, gateway)).toMatchObject({
      status: "cancelled",
      cancelled_by: "Ana",
    });
    expect(stepsOf(await look(id))).toEqual(["first:cancelled", "second:cancelled"]);
    await expectRefusal(resumeRun(approver, id, gateway), "run_is_over");
  });
  test("done again it reuses what succeeded, once, and in the same version", async () => {
    const source = one(
      "again",
      "${{ inputs.who }}",
      '  - { id: third, if: "${{ !has(inputs.n) }}", tool: transform, with: { value: "${{ decimal(\'x\') }}" } }',
    );
    const former = await runs.follow(source);
    expect(stepsOf(former)).toEqual(["first:succeeded", "second:succeeded", "third:failed_terminal"]);
    await publish(one("again", "Another text"));
    const { created, run: next } = await rerun(approver, former.id, gateway);
    expect(created).toBe(true);
    expect(next).toMatchObject({ rerun_of: former.id, version_number: 1, trigger_type: "rerun" });
    expect(stepsOf(next)).toEqual(["first:succeeded", "second:succeeded", "third:ready"]);
    expect(await runs.outputOf(next.id, "second")).toEqual({ value: "Ana!" });
    await expectRefusal(rerun(approver, next.id, gateway), "run_is_running");
    expect(await rerun(approver, former.id, gateway)).toMatchObject({ created: false, run: { id: next.id } });
    await workOff();
    const done = await look(next.id);
    expect(stepsOf(done)).toEqual(["first:succeeded", "second:succeeded", "third:failed_terminal"]);
    expect(done.steps.map(({ attempt }) => attempt)).toEqual([0, 0, 1]);
    await expectRefusal(rerun(approver, (await runs.follow(one("fine"))).id, gateway), "nothing_to_do");
  });
  test("is not done again while its workflow is withdrawn", async () => {
    const { id } = await publish(one("withdrawn", "${{ decimal('x') }}"));
    const { id: runId } = await start("withdrawn");
    await workOff();
    await withdrawWorkflow(admin, { id, note: "Off", base_publication: 1 }, gateway);
    await expectRefusal(rerun(approver, runId, gateway), "not_in_force");
  });
});

test("caps are changed by administrators with a reason, and each change is an event", async () => {
  const caps = {
    max_concurrency: 5,
    max_runs_per_min: 500,
    max_writes_per_run: 50,
    max_model_cost_per_day: "25.50",
    reason: "A busy week",
  };
  await expectRefusal(setCaps(approver, caps, gateway), "not_allowed");
  expect(await setCaps(admin, caps, gateway)).toMatchObject({ ...caps, changed_by: "Adam", running: 0 });
  expect(await readCaps(viewer, gateway)).toMatchObject(caps);
  const [event] = await owner`
    SELECT actor_label, body_text::jsonb -> 'details' AS details FROM events WHERE event_type = 'run_caps.changed'`;
  expect(event).toMatchObject({
    actor_label: "Adam",
    details: { max_model_cost_per_day: "25.50", currency: "USD" },
  });
  const { max_model_cost_per_day: cost, ...others } = caps;
  expect(await setCaps(admin, others, gateway)).toMatchObject({ max_model_cost_per_day: cost });
  expect(await setCaps(admin, { ...others, max_model_cost_per_day: null }, gateway)).toMatchObject({
    max_model_cost_per_day: null,
  });
});

describe("under every writer", () => {
  test.each(["app", "owner"] as const)(
    "as %s: a run succeeded if, and only if, every step of it did",
    async (role) => {
      await publish(one(`iff-${role}`));
      const { id } = await start(`iff-${role}`);
      const sql = role === "owner" ? owner : world.db.database.sql;
      const change = (...statements: string[]) =>
        sqlState(
          sql.begin(async (tx) => {
            await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
            for (const statement of statements) await tx.unsafe(statement);
          }),
        );
      const illegal = "CS002";
      const succeed = (where: string) => [
        `SELECT set_config('app.tenant_id', '${world.tenantId}', true)`,
        `UPDATE steps SET status = 'succeeded', lease_owner = NULL, lease_expires_at = NULL, ended_at = now() WHERE run_id = ${id} AND ${where}`,
      ];
      expect(
        await change(
          `UPDATE runs SET status = 'running' WHERE id = ${id}`,
          `UPDATE runs SET status = 'succeeded', ended_at = now() WHERE id = ${id}`,
        ),
      ).toBe(illegal);
      await owner`UPDATE steps SET status = 'running', attempt = attempt + 1, lease_owner = 'x', lease_expires_at = now() + interval '1 h' WHERE run_id = ${id}`;
      expect(await change(...succeed("step_id = 'first'"))).toBeNull();
      expect(await change(...succeed("step_id = 'second'"))).toBe(illegal);
      expect(
        await change(
          `UPDATE runs SET status = 'running' WHERE id = ${id}`,
          ...succeed("step_id = 'second'"),
          `UPDATE runs SET status = 'succeeded', ended_at = now() WHERE id = ${id}`,
        ),
      ).toBeNull();
      const insert = `INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, attempts_max)
      SELECT tenant_id, id, workflow_id, 'late', 2, 'single', 'transform', 'late-${id}', 1 FROM runs WHERE id = ${id}`;
      expect(await change(insert)).toBe(illegal);
      await owner`UPDATE run_lanes SET running = 0`;
      await owner`UPDATE workflow_lanes SET running = 0`;
    },
  );
  test("the app's role leases no step by itself, and changes none that has ended", async () => {
    const { id } = await runs.follow(one("ended"));
    const asApp = (statement: string) =>
      sqlState(
        world.db.database.sql.begin(async (tx) => {
          await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
          await tx.unsafe(statement);
        }),
      );
    expect(await asApp(`UPDATE steps SET output_json = '{}' WHERE run_id = ${id}`)).toBe("CS001");
    expect(await asApp(`UPDATE runs SET error_message = 'x' WHERE id = ${id}`)).toBe("CS001");
    await publish(one("mine"));
    const fresh = await start("mine");
    const lease =
      "status = 'running', attempt = attempt + 1, lease_owner = 'me', lease_expires_at = now() + interval '1 h'";
    expect(await asApp(`UPDATE steps SET ${lease} WHERE run_id = ${fresh.id}`)).toBe("CS001");
    expect(await asApp(`UPDATE steps SET step_id = 'x' WHERE run_id = ${fresh.id}`)).toBe("42501");
  });
});

test("every status has its way in the tables, and every status reaches an end", () => {
  expect(Object.keys(RUN_TRANSITIONS)).toEqual([...RUN_STATUSES]);
  expect(Object.keys(STEP_TRANSITIONS)).toEqual([...STEP_STATUSES]);
  expect(STEP_TRANSITIONS.running).toContain("ready");
  expect(STEP_TRANSITIONS.failed_retryable).toContain("ready");
  expect(RUN_TRANSITIONS.succeeded).toEqual([]);
});

test("a step is tried again after 5 s, 30 s, 2 min and 10 min, a little more by chance, until its attempts are over", () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => stepDelayMs(failures, 10, 0))).toEqual([
    5_000, 30_000, 120_000, 600_000, 600_000, 600_000,
  ]);
  expect(stepDelayMs(1, 5, 0.999)).toBeLessThanOrEqual(6_000);
  expect(stepDelayMs(5, 5, 0)).toBeNull();
});

test("a run whose text names no deadline has the one that the check of a text goes by", async () => {
  await publish("workflow: usual\nsteps: [{ id: a, wait: 6d }]");
  const { id } = await start("usual");
  const [row] = await owner`
    SELECT extract(epoch FROM deadline_at - created_at)::float8 / 86400 AS days FROM runs WHERE id = ${id}`;
  expect(row!.days).toBeCloseTo(7, 3);
});

test("whatever was begun, steered and ended, the ledger is intact", async () => {
  // One publication was written past the app above; two runs were ended by hand.
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(
    faults
      .map(({ kind }) => kind)
      .filter((kind) => !["workflow_differs", "run_differs", "step_unsealed"].includes(kind)),
  ).toEqual([]);
});

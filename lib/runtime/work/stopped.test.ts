import { beforeEach, describe, expect, test } from "vitest";
import { type LeasedStep, rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import type { StepStatus } from "@/lib/core/run/run";
import { rerun } from "@/lib/runtime/runs/rerun";
import { cancelRun, pauseRun } from "@/lib/runtime/runs/steer-run";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { callInRun } from "@/lib/runtime/tools/workflow-call";
import { loadStep } from "./load-step";
import { tidyRunsOf } from "./tidy-runs";

/** Runs that are stopped, or whose worker or counters go astray, at the worst moment: each of them ends, and says truly how. */

const runs = await useRuns();
const { owner, gateway, publish, start, workOff, look, approver, tenantId } = runs;
const { database } = gateway;

const lease = async (): Promise<LeasedStep> =>
  (await leaseSteps(database, { owner: "slow", count: 1, seconds: 30 }))[0]!;
const settle = (step: LeasedStep, to: StepStatus, said = {}) =>
  settleStep(database, tenantId, { id: step.id, owner: "slow", attempt: step.attempt }, to, said);
const letLeasesEnd = () => owner`
  UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
/** A deadline never changes: this is time that passes. */
const letDeadlinePass = (runId: number) =>
  runs.superuserOf().begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`;
    await sql`UPDATE runs SET deadline_at = clock_timestamp() - interval '1 s' WHERE id = ${runId}`;
  });
const one = (name: string, more = "") => `workflow: ${name}
steps: [{ id: only, tool: transform, with: { value: 1 }${more} }]`;
const endingsOf = async (runId: number) =>
  (
    await owner<{ event_type: string }[]>`
      SELECT event_type FROM events WHERE entity_type = 'run' AND entity_id = ${runId} ORDER BY seq`
  ).map((row) => row.event_type);

beforeEach(() => workOff());

test("a run that its deadline ends fails, and no step of on_error follows", async () => {
  await publish(`workflow: too-late
steps: [{ id: only, wait: 2h }]
on_error: [{ id: tell, tool: transform, with: { value: "\${{ error.step }}" } }]`);
  const { id } = await start("too-late");
  await workOff();
  await letDeadlinePass(id);
  await tidyRunsOf(tenantId, gateway);
  await workOff();
  const run = await look(id);
  expect(run).toMatchObject({
    status: "failed_terminal",
    error: { message: "The run's deadline has passed." },
  });
  expect(stepsOf(run)).toEqual(["only:cancelled"]);
});

describe("a run whose last step is at work", () => {
  test("and succeeds after somebody cancelled the run has succeeded: nothing was left to stop", async () => {
    await publish(one("late-cancel"));
    const { id } = await start("late-cancel");
    const step = await lease();
    expect((await cancelRun(approver, id, gateway)).status).not.toBe("cancelled");
    expect(await settle(step, "succeeded", { output: { value: 1 } })).toBe("succeeded");
    expect(await look(id)).toMatchObject({ status: "succeeded", error: null });
    expect(await endingsOf(id)).toContain("run.succeeded");
  });
  test("and succeeds after the deadline has succeeded", async () => {
    await publish(one("late-deadline"));
    const { id } = await start("late-deadline");
    const step = await lease();
    await letDeadlinePass(id);
    await tidyRunsOf(tenantId, gateway);
    expect(await settle(step, "succeeded", { output: { value: 1 } })).toBe("succeeded");
    expect(await look(id)).toMatchObject({ status: "succeeded", error: null });
  });
  test("and whose worker is lost after it was paused and cancelled is cancelled", async () => {
    await publish(one("lost-while-paused"));
    const { id } = await start("lost-while-paused");
    await lease();
    await pauseRun(approver, id, gateway);
    await cancelRun(approver, id, gateway);
    await letLeasesEnd();
    await rescueSteps(database, [0], 100);
    await workOff();
    expect(await look(id)).toMatchObject({ status: "cancelled" });
  });
});

test("a list that is at work when its run is cancelled has no items, and a re-run makes them", async () => {
  await publish(`workflow: listed
steps:
  - { id: each, for: "\${{ [1, 2] }}", max: 2, tool: transform, with: { value: "\${{ item }}" } }`);
  const { id } = await start("listed");
  const step = await lease();
  await cancelRun(approver, id, gateway);
  expect(await settle(step, "succeeded", { items: [1, 2], output: { count: 2 } })).toBe("cancelled");
  expect(stepsOf(await look(id))).toEqual(["each:cancelled"]);
  const again = await rerun(approver, id, gateway);
  await workOff();
  expect(stepsOf(await look(again.run.id))).toEqual([
    "each:succeeded",
    "each.0:succeeded",
    "each.1:succeeded",
  ]);
});

test("a called run that ends before its caller began to wait for it wakes the caller all the same", async () => {
  await publish(one("callee"));
  await publish(`workflow: caller
steps: [{ id: calls, call: callee }]`);
  const { id } = await start("caller");
  const step = await lease();
  const loaded = (await loadStep(step, gateway))!;
  const held = { id: step.id, owner: "slow", attempt: step.attempt, seconds: 30 };
  const { signal } = new AbortController();
  await callInRun({ ...loaded, gateway, tenantId, lease: held, input: {}, shown: () => null, signal });
  await workOff();
  expect(await settle(step, "waiting_input")).toBe("running");
  await workOff();
  expect(await look(id)).toMatchObject({ status: "succeeded" });
});

describe("a lane's counter", () => {
  test("that says too little neither ends the rescue nor stays so", async () => {
    await publish(one("too-little"));
    const { id } = await start("too-little");
    await lease();
    await owner`UPDATE run_lanes SET running = 0 WHERE tenant_id = ${tenantId}`;
    await owner`UPDATE workflow_lanes SET running = 0 WHERE tenant_id = ${tenantId}`;
    await letLeasesEnd();
    expect(await rescueSteps(database, [0], 100)).toBe(1);
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });
  test("that says too much is counted anew, with what runs meanwhile", async () => {
    await publish(one("too-much"));
    const { id } = await start("too-much");
    const step = await lease();
    await owner`UPDATE run_lanes SET running = 900 WHERE tenant_id = ${tenantId}`;
    await owner`UPDATE workflow_lanes SET running = 900 WHERE tenant_id = ${tenantId}`;
    await tidyRunsOf(tenantId, gateway);
    const [counted] = await owner`
      SELECT (SELECT running FROM run_lanes WHERE tenant_id = ${tenantId}) AS tenant,
        (SELECT sum(running)::int FROM workflow_lanes WHERE tenant_id = ${tenantId}) AS workflows`;
    expect(counted).toEqual({ tenant: 1, workflows: 1 });
    await settle(step, "succeeded", { output: { value: 1 } });
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });
});

test("a step that a pause set aside, and a resumption overlooked, goes on", async () => {
  await publish(one("overlooked"));
  const { id } = await start("overlooked");
  await owner`UPDATE steps SET leasable = false WHERE run_id = ${id}`;
  await workOff();
  expect(stepsOf(await look(id))).toEqual(["only:ready"]);
  await tidyRunsOf(tenantId, gateway);
  await workOff();
  expect(await look(id)).toMatchObject({ status: "succeeded" });
});

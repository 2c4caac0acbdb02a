import { describe, expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { twoSteps } from "@/lib/runtime/testing/two-steps";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import { rerun } from "./rerun";
import { cancelRun, pauseRun, resumeRun } from "./steer-run";

const runs = await useRuns();
const { owner, gateway, admin, approver, viewer, publish, start, workOff, look } = runs;

describe("a run is steered", () => {
  test("paused nothing more of it begins, resumed it goes on", async () => {
    await publish(twoSteps("paused"));
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
    await publish(twoSteps("between"));
    const { id } = await start("between");
    await owner`UPDATE runs SET status = 'paused' WHERE id = ${id}`;
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["first:ready", "second:ready"]);
    await resumeRun(approver, id, gateway);
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });
  test("cancelled it ends, and a paused one too", async () => {
    await publish(twoSteps("cancelled", "Hi", ""));
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
    const source = twoSteps(
      "again",
      "${{ inputs.who }}",
      '  - { id: third, if: "${{ !has(inputs.n) }}", tool: transform, with: { value: "${{ decimal(\'x\') }}" } }',
    );
    const former = await runs.follow(source);
    expect(stepsOf(former)).toEqual(["first:succeeded", "second:succeeded", "third:failed_terminal"]);
    await publish(twoSteps("again", "Another text"));
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
    await expectRefusal(rerun(approver, (await runs.follow(twoSteps("fine"))).id, gateway), "nothing_to_do");
  });
  test("is not done again while its workflow is withdrawn", async () => {
    const { id } = await publish(twoSteps("withdrawn", "${{ decimal('x') }}"));
    const { id: runId } = await start("withdrawn");
    await workOff();
    await withdrawWorkflow(admin, { id, note: "Off", base_publication: 1 }, gateway);
    await expectRefusal(rerun(approver, runId, gateway), "not_in_force");
  });
});

test("whatever was steered, the ledger is intact", async () => {
  // One run was paused by hand.
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(faults.filter(({ kind }) => kind !== "run_differs")).toEqual([]);
});

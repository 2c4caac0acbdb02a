import { expect, onTestFinished, test } from "vitest";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { loadStep } from "@/lib/runtime/work/load-step";
import { tidyRuns } from "@/lib/runtime/work/tidy-runs";
import { proposeInRun } from "@/lib/runtime/proposals/propose-in-run";
import { proposeInputSchema } from "@/lib/runtime/proposals/propose-input";
import { rerun } from "./rerun";
import { cancelRun } from "./steer-run";

/** A run that is done again writes nothing twice: what it proposed, or a run that it called, is gone on from. */

const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff, look } = runs;

const noting = (name: string, more = "") => `workflow: ${name}
limits: { writes: 1 }
steps:
${noteStep({ to: `Hello from ${name}`, more })}`;
const failing = "  - { id: bad, tool: transform, with: { value: \"${{ decimal('x') }}\" } }";

interface Proposal {
  id: number;
  payload_hash: string;
}
const proposalsOf = (workflow: string) => owner<Proposal[]>`
  SELECT a.id, a.payload_hash FROM proposed_actions a JOIN workflows f ON f.agent_id = a.agent_id
  WHERE f.name = ${workflow} ORDER BY a.id`;
/** The runs that a run's steps called. */
const calledBy = (runId: number) => owner<{ id: number; rerun_of_id: number | null }[]>`
  SELECT r.id, r.rerun_of_id FROM runs r JOIN steps s ON s.id = r.parent_step_id WHERE s.run_id = ${runId} ORDER BY r.id`;
const capWrites = async (max: number) => {
  await owner`UPDATE run_lanes SET max_writes_per_run = ${max} WHERE tenant_id = ${world.tenantId}`;
};
const write = async (proposal: Proposal) => {
  await approve(world, proposal);
  await workThrough(world, proposal.id);
};

test.each(["approved", "applied"])(
  "what was %s before the run was cancelled is not proposed again",
  async (status) => {
    const name = `was-${status}`;
    await publish(noting(name));
    const { id } = await start(name);
    await workOff();
    const [proposal] = await proposalsOf(name);
    await approve(world, proposal!);
    await cancelRun(approver, id, gateway);
    if (status === "applied") await workThrough(world, proposal!.id);
    const { run } = await rerun(approver, id, gateway);
    await workOff();
    if (status === "approved") {
      expect((await look(run.id)).status).toBe("waiting_approval");
      await workThrough(world, proposal!.id);
      await workOff();
    }
    expect(await look(run.id)).toMatchObject({
      status: "succeeded",
      steps: [{ proposed_action_id: proposal!.id }],
    });
    expect(await proposalsOf(name)).toHaveLength(1);
  },
);

test("what people still decide about is waited for, and not withdrawn with the run that was cancelled", async () => {
  await publish(noting("undecided"));
  const { id } = await start("undecided");
  await workOff();
  await cancelRun(approver, id, gateway);
  const { run } = await rerun(approver, id, gateway);
  await tidyRuns(gateway);
  await workOff();
  const [proposal, ...others] = await proposalsOf("undecided");
  expect(others).toEqual([]);
  await write(proposal!);
  await workOff();
  expect(await look(run.id)).toMatchObject({ status: "succeeded" });
});

test("what it takes over counts against its cap of writes: what was written as well as what people still decide about", async () => {
  const note = (id: string, more = "") => noteStep({ id, to: id, more });
  const first = note("first");
  const second = note("second", "    needs: []\n");
  const third = note("third", "    needs: [first]\n");
  await publish(`workflow: capped\nlimits: { writes: 3 }\nsteps:\n${first}${second}${third}`);
  await capWrites(2);
  onTestFinished(() => capWrites(100));
  const { id } = await start("capped");
  await workOff();
  const { proposed_action_id: firstId } = (await look(id)).steps.find(({ step_id }) => step_id === "first")!;
  await write((await proposalsOf("capped")).find((proposal) => proposal.id === firstId)!);
  await workOff();
  const former = await look(id);
  expect(former).toMatchObject({ status: "failed_terminal", writes: { used: 2 } });
  const { run } = await rerun(approver, id, gateway);
  expect(run.writes).toEqual({ used: 2, max: 2 });
  await workOff();
  expect((await look(run.id)).steps.find(({ step_id }) => step_id === "third")!.last_error).toMatchObject({
    code: "writes_capped",
  });
  expect(await proposalsOf("capped")).toHaveLength(2);
});

test("where its cap is lower by now, it goes on with what it takes over and writes nothing more", async () => {
  await publish(noting("lowered"));
  const { id } = await start("lowered");
  await workOff();
  await cancelRun(approver, id, gateway);
  await capWrites(0);
  const { run } = await rerun(approver, id, gateway);
  await capWrites(100);
  expect(run.writes).toEqual({ used: 0, max: 0 });
  const [proposal] = await proposalsOf("lowered");
  await write(proposal!);
  await workOff();
  await workOff();
  expect((await look(run.id)).status).toBe("succeeded");
});

test("what a step proposed that failed before it could say so is waited for", async () => {
  await publish(noting("unsaid"));
  const { id } = await start("unsaid");
  const [leased] = await leaseSteps(gateway.database, { owner: "a worker", count: 1, seconds: 30 });
  const lease = { id: leased!.id, owner: "a worker", attempt: leased!.attempt, seconds: 30 };
  const loaded = (await loadStep(leased!, gateway))!;
  const { signal } = new AbortController();
  const call = { ...loaded, gateway, tenantId: world.tenantId, lease, input: {}, shown: () => null, signal };
  await proposeInRun(call, proposeInputSchema.parse(loaded.definition.with));
  const error = { code: "timeout", message: "It took longer than 300 s." };
  await settleStep(gateway.database, world.tenantId, lease, "failed_terminal", { error });
  const { run } = await rerun(approver, id, gateway);
  const [proposal] = await proposalsOf("unsaid");
  expect(run.steps[0]).toMatchObject({ status: "ready", proposed_action_id: proposal!.id });
  await workOff();
  expect(await proposalsOf("unsaid")).toHaveLength(1);
});

test("what came to nothing is proposed anew", async () => {
  await publish(noting("rejected"));
  const { id } = await start("rejected");
  await workOff();
  const [proposal] = await proposalsOf("rejected");
  await world.decide(admin, proposal!, { decision: "reject", comment: "No" });
  await workOff();
  await rerun(approver, id, gateway);
  await workOff();
  expect(await proposalsOf("rejected")).toHaveLength(2);
});

test("a run that it called is gone on from: what that run has written is not proposed again", async () => {
  await publish(noting("callee", failing));
  await publish("workflow: caller\nsteps: [{ id: c, call: callee }]");
  const { id } = await start("caller");
  await workOff();
  await write((await proposalsOf("callee"))[0]!);
  await workOff();
  expect(stepsOf(await look(id))).toEqual(["c:failed_terminal"]);
  const [former] = await calledBy(id);
  const again = (await rerun(approver, id, gateway)).run;
  await workOff();
  const [next] = await calledBy(again.id);
  expect(next!.rerun_of_id).toBe(former!.id);
  expect(await look(next!.id)).toMatchObject({
    status: "failed_terminal",
    steps: [
      { step_id: "note", attempt: 0 },
      { step_id: "bad", attempt: 1 },
    ],
  });
  // The caller fails with it, and the next one goes on from the newest.
  expect(stepsOf(await look(again.id))).toEqual(["c:failed_terminal"]);
  const third = (await rerun(approver, again.id, gateway)).run;
  await workOff();
  expect((await calledBy(third.id))[0]!.rerun_of_id).toBe(next!.id);
  expect(await proposalsOf("callee")).toHaveLength(1);
});

test("a run that it called and that somebody did again by hand is not done once more", async () => {
  await publish(noting("by-hand"));
  await publish("workflow: caller-of-hand\nsteps: [{ id: c, call: by-hand }]");
  const { id } = await start("caller-of-hand");
  await workOff();
  const [child] = await calledBy(id);
  await cancelRun(approver, child!.id, gateway);
  await workOff();
  expect((await look(id)).status).toBe("failed_terminal");
  const byHand = (await rerun(approver, child!.id, gateway)).run;
  const again = (await rerun(approver, id, gateway)).run;
  await workOff();
  expect((await look(again.id)).steps[0]).toMatchObject({
    status: "failed_retryable",
    last_error: { code: "call_under_way" },
  });
  await write((await proposalsOf("by-hand"))[0]!);
  await workOff();
  await runs.letTimeCome(again.id);
  await workOff();
  expect((await look(again.id)).status).toBe("succeeded");
  expect(await runs.outputOf(again.id, "c")).toEqual({ run_id: byHand.id });
  expect(await proposalsOf("by-hand")).toHaveLength(1);
});

test("whatever was done again, the ledger is intact", async () => {
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true, faults: [] });
});

test("a cap of steps at once holds from the moment its version is published, and no re-run of a former one lifts it", async () => {
  const text = (limits: string) => `workflow: narrowed\n${limits}steps:\n${failing}`;
  const cap = async () => {
    const [row] = await owner<{ max: number | null }[]>`
      SELECT l.max_concurrency AS max FROM workflow_lanes l JOIN workflows f ON f.id = l.workflow_id
      WHERE f.name = 'narrowed'`;
    return row!.max;
  };
  await publish(text(""));
  const { id } = await start("narrowed");
  await workOff();
  expect(await cap()).toBeNull();
  await publish(text("limits: { concurrency: 1 }\n"));
  expect(await cap()).toBe(1);
  expect(await rerun(approver, id, gateway)).toMatchObject({ created: true });
  expect(await cap()).toBe(1);
});

test("a re-run in a former version counts against the runs a minute of the version in force, and not against its own", async () => {
  const text = (perMinute: string) => `workflow: counted${perMinute}\nsteps:\n${failing}`;
  const cancelled = async () => {
    const { id } = await start("counted");
    await workOff();
    return id;
  };
  await publish(text("\nlimits: { runs_per_minute: 1 }"));
  const tight = await cancelled();
  await publish(text("\ntitle: Without a cap of its own"));
  await owner`DELETE FROM quota_buckets WHERE tenant_id = ${world.tenantId}`;
  const [loose, other] = [await cancelled(), await cancelled()];
  // Its own version would let one run begin in a minute, and two others began.
  expect((await rerun(approver, tight, gateway)).created).toBe(true);
  await publish(text("\nlimits: { runs_per_minute: 1 }\ntitle: Tight again"));
  await owner`DELETE FROM quota_buckets WHERE tenant_id = ${world.tenantId}`;
  expect((await rerun(approver, loose, gateway)).created).toBe(true);
  await expectRefusal(rerun(approver, other, gateway), "rate_limited");
});

import { describe, expect, onTestFinished, test } from "vitest";
import { inTenant } from "@/db/client";
import { isCalledOff, loadHeldStep } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { untilWaiting } from "@/lib/gateway/testing/race";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { attachmentStep } from "@/lib/runtime/testing/note-step";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import { runStep } from "./run-step";
import { tidyRunsOf } from "./tidy-runs";

/** A run is cancelled while a worker holds one of its steps: what has not left by then never leaves. */

const runs = await useModelRuns();
const { world, owner, superuserOf, gateway, admin, approver, tenantId, witness, provider } = runs;
const { publish, start, workOff, look } = runs;
const { database } = gateway;

const calling = (name: string, method: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
  - id: call
    tool: http.request
    with: { method: ${method}, url: "${provider("acme").url.replace("/v1", "/prices")}", body: {} }`;
const noting = (name: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
${attachmentStep({ to: `Photo of ${name}` })}`;
const questioning = (name: string) => `workflow: ${name}
steps:
  - id: ask
    tool: human.ask
    with: { interaction_type: approval, message: "Well?", responders: [{ role: approver }] }`;

await publish(calling("callee", "POST"));
const callingOf = (name: string) => `workflow: ${name}
limits: { writes: 1 }
steps: [{ id: calls, call: callee }]`;

/** The first step, as a worker has it that then stood still. */
async function hold() {
  const [leased] = await leaseSteps(database, { owner: "slow", count: 1, seconds: 30 });
  const step = { ...leased!, loaded: await loadHeldStep(database, leased!) };
  return { id: leased!.id, goOn: () => runStep(step, { owner: "slow", gateway }) };
}
async function leftBy(runId: number) {
  const [row] = await owner`
    SELECT (SELECT count(*)::int FROM step_receipts WHERE run_id = ${runId}) AS receipts,
      (SELECT count(*)::int FROM model_calls WHERE run_id = ${runId}) AS calls,
      (SELECT count(*)::int FROM hil_interactions WHERE execution_id = ${runId}) AS questions,
      (SELECT count(*)::int FROM runs r JOIN steps s ON s.id = r.parent_step_id WHERE s.run_id = ${runId}) AS called,
      (SELECT count(*)::int FROM proposed_actions WHERE conversation_ref LIKE ${`run ${runId},%`}) AS proposals`;
  return { ...row, asked: witness.asked.length };
}
const nothing = { receipts: 0, calls: 0, questions: 0, called: 0, proposals: 0, asked: 0 };

describe("a step that a worker holds when its run is cancelled", () => {
  test.each([
    ["a POST", (name: string) => calling(name, "POST")],
    ["a GET", (name: string) => calling(name, "GET")],
    ["a question to a model", (name: string) => asking(name)],
    ["a question to people", questioning],
    ["a proposal", noting],
    ["a call of a workflow", callingOf],
  ] as const)("sends nothing of %s, and ends as its run does", async (what, sourceOf) => {
    const name = `held-${what.toLowerCase().replaceAll(" ", "-")}`;
    await publish(sourceOf(name));
    const { id } = await start(name);
    const { goOn } = await hold();
    await cancelRun(approver, id, gateway);
    await goOn();
    expect(await leftBy(id)).toEqual(nothing);
    const run = await look(id);
    expect(run).toMatchObject({ status: "cancelled", cancelled_by: "Ana", writes: { used: 0 } });
    expect(run.steps[0]).toMatchObject({ status: "cancelled", last_error: { code: "run_is_over" } });
  });

  test("proposes nothing either after NetSuite was asked for the record", async () => {
    await publish(noting("asked-first"));
    const { id } = await start("asked-first");
    const { goOn } = await hold();
    const { agentTurns } = gateway;
    onTestFinished(() => void Object.assign(gateway, { agentTurns }));
    const take: typeof agentTurns.take = async (agent, work) => {
      await cancelRun(approver, id, gateway);
      return agentTurns.take(agent, work);
    };
    Object.assign(gateway, { agentTurns: { take } });
    await goOn();
    expect(await leftBy(id)).toEqual(nothing);
    expect(await look(id)).toMatchObject({ status: "cancelled" });
  });

  test("has proposed before that: no standing authorisation approves it, and it is withdrawn", async () => {
    await signForNotes(world, admin);
    await publish(noting("signed-for"));
    const { id } = await start("signed-for");
    const { goOn } = await hold();
    const { accounts, netsuite } = gateway;
    onTestFinished(() => void Object.assign(gateway, { accounts }));
    const isShared = async () => {
      await cancelRun(approver, id, gateway);
      return false;
    };
    const of = async () => ({ key: null, client: netsuite });
    Object.assign(gateway, { accounts: { isShared, of } });
    await goOn();
    const statusOf = async () =>
      (
        await owner`SELECT status FROM proposed_actions WHERE conversation_ref = ${`run ${id}, step note`}`
      ).map(({ status }) => status as string);
    expect(await statusOf()).toEqual(["pending"]);
    expect(await look(id)).toMatchObject({ status: "cancelled" });
    await tidyRunsOf(tenantId, gateway);
    expect(await statusOf()).toEqual(["cancelled"]);
  });
});

test("a step whose time is over proposes nothing any more, though NetSuite answers then", async () => {
  const text = noting("too-late").replace(
    "id: note",
    "id: note\n    timeout: 1s\n    retry: { attempts: 1 }",
  );
  await publish(`${text}\non_error: [{ id: later, wait: 2h }]`);
  const { agentTurns } = gateway;
  onTestFinished(() => void Object.assign(gateway, { agentTurns }));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let proposing: Promise<unknown> = Promise.resolve();
  const take: typeof agentTurns.take = (agent, propose) => {
    const made = answered.then(() => agentTurns.take(agent, propose));
    proposing = made.catch(() => {});
    return made;
  };
  Object.assign(gateway, { agentTurns: { take } });
  const { id } = await start("too-late");
  await workOff();
  expect((await look(id)).steps[0]).toMatchObject({
    status: "failed_terminal",
    last_error: { code: "timeout" },
  });
  answer();
  await proposing;
  expect(await leftBy(id)).toEqual(nothing);
});

test("a run that was called sends nothing more from the moment at which its caller is cancelled", async () => {
  await publish(callingOf("caller"));
  const { id } = await start("caller");
  await workOff({ forMs: 0 });
  const caller = await hold();
  await caller.goOn();
  const callee = await hold();
  await cancelRun(approver, id, gateway);
  await callee.goOn();
  const [called] = await owner<{ id: number }[]>`SELECT id FROM runs WHERE parent_step_id = ${caller.id}`;
  expect(await leftBy(called!.id)).toEqual(nothing);
  await tidyRunsOf(tenantId, gateway);
  expect(await look(called!.id)).toMatchObject({ status: "cancelled" });
});

test("whoever cancels a run waits for a step that is about to send, and the next step sees it", async () => {
  await publish(calling("at-once", "POST"));
  const { id } = await start("at-once");
  const step = await hold();
  const inOrder: string[] = [];
  let cancelled: Promise<unknown> = Promise.resolve();
  await inTenant(database, tenantId, async (tx) => {
    expect(await isCalledOff(tx, tenantId, step.id)).toBe(false);
    cancelled = cancelRun(approver, id, gateway).then(() => inOrder.push("cancelled"));
    await untilWaiting(superuserOf(), 1);
    inOrder.push("about to send");
  });
  await cancelled;
  expect(inOrder).toEqual(["about to send", "cancelled"]);
  expect(await inTenant(database, tenantId, (tx) => isCalledOff(tx, tenantId, step.id))).toBe(true);
});

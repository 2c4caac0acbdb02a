import { describe, expect, test } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import type { Person } from "@/lib/core/access/principal";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { answer, correctAnswer } from "@/lib/interactions/answer";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { readInteraction } from "@/lib/interactions/read";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { rerun } from "@/lib/runtime/runs/rerun";
import { cancelRun, pauseRun, resumeRun } from "@/lib/runtime/runs/steer-run";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { humanAsk } from "@/lib/runtime/tools/human-ask";
import { loadStep } from "@/lib/runtime/work/load-step";
import { runStep } from "@/lib/runtime/work/run-step";
import { tidyRunsOf } from "@/lib/runtime/work/tidy-runs";

/** Runs that ask people: each question once, each answer for its own step alone. */

let laterMs = 0;
const clock = { now: () => new Date(Date.now() + laterMs) };
const runs = await useRuns({ gateway: { clock } });
const { owner, gateway, admin, approver, publish, start, workOff, look, outputOf, tenantId } = runs;
const { database } = gateway;

/** A workflow that asks for a supplier, and goes on with the answer. `more` are further lines of `with`. */
const choosing = (name: string, more = "") => `workflow: ${name}
inputs: { type: object, properties: { item: { type: string, default: Berries } } }
steps:
  - id: choose
    tool: human.ask
    with:
      interaction_type: selection
      message: "Who delivers \${{ inputs.item }}?"
      options: [{ value: a, label: Alder }, { value: b, label: Birch }]
      responders: [{ role: approver }]
${more}
  - { id: after, tool: transform, with: { value: "\${{ steps.choose.output.answer }}" } }`;
const approving = (name: string, more = "") => `workflow: ${name}
steps:
  - id: agree
    tool: human.ask
    with: { interaction_type: approval, message: "All right?", responders: [{ role: approver }]${more} }
  - { id: after, tool: transform, with: { value: "\${{ steps.agree.output.answer }}" } }`;

const questionsOf = async (runId: number): Promise<number[]> => {
  const rows = await owner<{ id: number }[]>`
    SELECT id FROM hil_interactions WHERE execution_id = ${runId} ORDER BY id`;
  return rows.map(({ id }) => id);
};
const pausesOf = async (runId: number) =>
  (
    await owner<{ status: string; resume_reason: string | null }[]>`
      SELECT status, resume_reason FROM workflow_execution_pauses WHERE execution_id = ${runId} ORDER BY id`
  ).map((row) => [row.status, row.resume_reason]);
/** Publishes, starts and works until it waits. */
async function asked(source: string, inputs = {}) {
  await publish(source);
  const { id: runId } = await start(/^workflow: (\S+)/m.exec(source)![1]!, { inputs });
  await workOff();
  const [id] = await questionsOf(runId);
  return { runId, id: id! };
}
const say = (id: number, response: unknown, by: Person = approver) => answer(by, { id, response }, gateway);
const errorOf = async (runId: number) => (await look(runId)).steps[0]!.last_error;

describe("a step that asks", () => {
  test("waits as its run does, is done with the answer, and hands it on", async () => {
    const { runId, id } = await asked(choosing("hands-on"));
    expect(await look(runId)).toMatchObject({ status: "waiting_input" });
    expect(await pausesOf(runId)).toEqual([["active", null]]);
    const shown = await readInteraction(approver, id, gateway);
    expect(shown).toMatchObject({ message: "Who delivers Berries?", asked_by: `hands-on, run ${runId}` });
    await say(id, "b");
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
    expect(await outputOf(runId, "choose")).toMatchObject({
      question_id: id,
      answer: "b",
      by: approver.name,
      timed_out: false,
    });
    expect(await outputOf(runId, "after")).toEqual({ value: "b" });
    expect(await pausesOf(runId)).toEqual([["resumed", "human_response"]]);
    await expectRefusal(correctAnswer(approver, { id, response: "a" }, gateway), { code: "answer_counted" });
  });

  test("takes an answer that came before it was settled", async () => {
    await publish(choosing("quick"));
    const { id: runId } = await start("quick");
    const [leased] = await leaseSteps(database, { owner: "slow", count: 1, seconds: 30 });
    const loaded = (await loadStep(leased!, gateway))!;
    const lease = { id: leased!.id, owner: "slow", attempt: leased!.attempt, seconds: 30 };
    const { signal } = new AbortController();
    const input = { ...(loaded.definition.with as object), message: "Who?" } as never;
    const call = { gateway, tenantId, ...loaded, lease, input, shown: () => null, signal };
    expect(await humanAsk.run(call)).toEqual({ kind: "waits_for_answer" });
    const [id] = await questionsOf(runId);
    await say(id!, "a");
    expect(await settleStep(database, tenantId, lease, "waiting_input", {})).toBe("running");
    await workOff();
    expect(await outputOf(runId, "after")).toEqual({ value: "a" });
  });

  test("asks once, though its worker went away before it could say so", async () => {
    await publish(choosing("worker-gone"));
    const { id: runId } = await start("worker-gone");
    const [leased] = await leaseSteps(database, { owner: "gone", count: 1, seconds: 30 });
    await runStep(leased!, { owner: "gone", gateway, settle: () => Promise.resolve(null) });
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE id = ${leased!.id}`;
    await rescueSteps(database, [0], 10);
    await workOff();
    expect(await questionsOf(runId)).toHaveLength(1);
    expect(await look(runId)).toMatchObject({ status: "waiting_input" });
    await say((await questionsOf(runId))[0]!, "a");
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
  });

  test("of three that ask at once only the one goes on whose question was answered", async () => {
    const { runId } = await asked(`workflow: three
steps:
  - id: each
    for: "\${{ [1, 2, 3] }}"
    max: 3
    tool: human.ask
    with: { interaction_type: selection, message: "Number \${{ item }}?", options: [{ value: y, label: Yes }], responders: [{ role: approver }] }`);
    const ids = await questionsOf(runId);
    expect(ids).toHaveLength(3);
    await say(ids[1]!, "y");
    await workOff();
    const run = await look(runId);
    const second = await readInteraction(approver, ids[1]!, gateway);
    const place = Number(/Number (\d)/.exec(second.message!)![1]!) - 1;
    expect(stepsOf(run).filter((step) => /^each\.\d/.test(step))).toEqual(
      [0, 1, 2].map((n) => `each.${n}:${n === place ? "succeeded" : "waiting_input"}`),
    );
  });

  test("of a paused run goes on when the run is resumed, and not before", async () => {
    const { runId, id } = await asked(choosing("paused"));
    await pauseRun(approver, runId, gateway);
    await say(id, "a");
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "paused" });
    await resumeRun(approver, runId, gateway);
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
  });

  test("leaves braces in what an expression gave as they are", async () => {
    const { id } = await asked(choosing("braces"), { item: "{{secret}} and {{" });
    expect(await readInteraction(approver, id, gateway)).toMatchObject({
      message: "Who delivers {{secret}} and {{?",
    });
  });

  test("is seen whole by whoever is asked; approvers, who may steer the run, see that it asks, and viewers nothing", async () => {
    const { id } = await asked(
      choosing("sights").replace("{ role: approver }", `{ user_id: ${admin.userId} }`),
    );
    expect(await readInteraction(admin, id, gateway)).toMatchObject({ redacted: false });
    const outline = await readInteraction(approver, id, gateway);
    expect(outline).toMatchObject({ redacted: true, message: null, options: null, may_answer: false });
    const viewer = { ...approver, userId: approver.userId + 1_000, role: "viewer" } as const;
    await expectRefusal(readInteraction(viewer, id, gateway), { code: "not_found" });
  });

  test("fails where somebody is asked who is nobody of the company", async () => {
    await publish(choosing("stranger").replace("{ role: approver }", "{ user_id: 999999 }"));
    const { id } = await start("stranger");
    await workOff();
    expect(await errorOf(id)).toMatchObject({ code: "validation_failed" });
  });

  test("asks anew in a re-run where it had failed, and not where it had been answered", async () => {
    const { runId, id } = await asked(
      choosing("again").replace('value: "${{ steps.choose.output.answer }}"', 'value: "${{ 1 / 0 }}"'),
    );
    await say(id, "b");
    await workOff();
    const again = await rerun(approver, runId, gateway);
    await workOff();
    expect(await questionsOf(again.run.id)).toEqual([]);
    const refused = await asked(approving("no-and-yes"));
    await say(refused.id, { approved: false });
    await workOff();
    const second = await rerun(approver, refused.runId, gateway);
    await workOff();
    const [asks] = await questionsOf(second.run.id);
    await say(asks!, { approved: true });
    await workOff();
    expect(await look(second.run.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("an approval", () => {
  test("that somebody refuses fails the step, and names who did", async () => {
    const { runId, id } = await asked(approving("refused"));
    await say(id, { approved: false, comment: "Not this week" });
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "failed_terminal" });
    expect(await errorOf(runId)).toEqual({
      code: "refused",
      message: `${approver.name} said no to question ${id}.`,
    });
  });
  test("that somebody refuses goes on where the text says so", async () => {
    const { runId, id } = await asked(approving("refused-on", ", if_refused: continue"));
    await say(id, { approved: false });
    await workOff();
    expect(await outputOf(runId, "after")).toEqual({ value: { approved: false } });
  });
});

describe("without an answer in time", () => {
  const pass = async (runId: number) => {
    laterMs += 61_000;
    await sweepInteractions(gateway);
    await workOff();
    return look(runId);
  };
  test("the step fails, or goes on without one, or with the default, as its text says", async () => {
    const timed = (more: string) => `      timeout_seconds: 60\n${more}`;
    const fails = await asked(choosing("late-fail", timed("")));
    expect(await pass(fails.runId)).toMatchObject({ status: "failed_terminal" });
    expect(await errorOf(fails.runId)).toMatchObject({ code: "not_answered" });
    const goesOn = await asked(choosing("late-on", timed("      timeout_action: continue")));
    expect(await pass(goesOn.runId)).toMatchObject({ status: "succeeded" });
    expect(await outputOf(goesOn.runId, "after")).toEqual({ value: null });
    expect(await pausesOf(goesOn.runId)).toEqual([["resumed", "timeout_reached"]]);
    const more = "      timeout_action: default_response\n      default_response: a";
    const takes = await asked(choosing("late-default", timed(more)));
    expect(await pass(takes.runId)).toMatchObject({ status: "succeeded" });
    expect(await outputOf(takes.runId, "choose")).toMatchObject({ answer: "a", by: null, timed_out: true });
  });
  test("goes on by a worker whose clock is behind that of the server which ended the question", async () => {
    const { runId } = await asked(
      choosing("behind", "      timeout_seconds: 60\n      timeout_action: continue"),
    );
    laterMs += 60_500;
    await sweepInteractions(gateway);
    laterMs -= 2_000;
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "succeeded" });
  });
  test("a default that refuses an approval refuses it", async () => {
    const more =
      ", timeout_seconds: 60, timeout_action: default_response, default_response: { approved: false }";
    const { runId } = await asked(approving("default-no", more));
    expect(await pass(runId)).toMatchObject({ status: "failed_terminal" });
    expect(await errorOf(runId)).toMatchObject({ code: "refused" });
  });
  test("a question lasts no longer than its run, and none is asked in a run's last minute", async () => {
    await publish(`${choosing("short")}\nlimits: { deadline: 2h }`);
    const first = await start("short");
    laterMs += 3_600_000;
    await workOff();
    const [id] = await questionsOf(first.id);
    expect((await readInteraction(approver, id!, gateway)).timeout_seconds).toBeLessThanOrEqual(3_600);
    const second = await start("short");
    laterMs += 7_150_000;
    await workOff();
    expect(await questionsOf(second.id)).toEqual([]);
    laterMs = 0;
  });
});

describe("nobody waits any more", () => {
  test("once its run is cancelled: the question is cancelled with it", async () => {
    const { runId, id } = await asked(choosing("cancelled"));
    await cancelRun(approver, runId, gateway);
    expect(await look(runId)).toMatchObject({ status: "cancelled" });
    expect(await readInteraction(approver, id, gateway)).toMatchObject({ status: "cancelled" });
    expect(await pausesOf(runId)).toEqual([["cancelled", null]]);
    await expectRefusal(say(id, "a"), { code: "question_cancelled" });
  });
  test("once its run has ended: an answer that was given stays as it is", async () => {
    const { runId, id } = await asked(choosing("ended-before-use"));
    await pauseRun(approver, runId, gateway);
    await say(id, "a");
    await cancelRun(approver, runId, gateway);
    await expectRefusal(correctAnswer(approver, { id, response: "b" }, gateway), { code: "answer_counted" });
  });
  test("once another step of its run has failed: answers are refused, and the minute's tidying cancels it", async () => {
    const { runId, id } = await asked(
      choosing("failed-beside")
        .replace("id: after,", "id: after, needs: [],")
        .replace("steps.choose.output.answer", "1 / 0"),
    );
    await workOff();
    expect(await look(runId)).toMatchObject({ status: "failed_terminal" });
    await expectRefusal(say(id, "a"), { code: "question_cancelled" });
    await tidyRunsOf(tenantId, gateway);
    expect(await readInteraction(approver, id, gateway)).toMatchObject({ status: "cancelled" });
  });
  test("once an administrator has cancelled the question: the step fails and names who did", async () => {
    const { runId, id } = await asked(choosing("question-cancelled"));
    await cancelQuestion(admin, id, gateway);
    await workOff();
    expect(await errorOf(runId)).toEqual({
      code: "question_cancelled",
      message: `${admin.name} cancelled question ${id}.`,
    });
  });
});

describe("whoever holds the database alone", () => {
  test("answers for nobody: an end without an answer fails the step", async () => {
    const { runId, id } = await asked(choosing("no-answer"));
    await runs.superuserOf()`
      UPDATE hil_interactions SET status = 'responded', responded_at = now(), ended_at = now(),
        response_data = '{"answer": "a", "by": "Mike", "at": "", "timed_out": false, "answers": []}' WHERE id = ${id}`;
    await workOff();
    expect(await errorOf(runId)).toMatchObject({ code: "unproven" });
  });
  test("asks nothing in a step's place: a question that the app did not ask fails the step", async () => {
    const { id } = await asked(choosing("real"));
    await publish(choosing("in-place"));
    const { id: runId } = await start("in-place");
    await owner`
      INSERT INTO hil_interactions (tenant_id, workflow_id, execution_id, node_id, asked_by_label, interaction_type,
        request_data, responders, rule, asked, timeout_seconds, timeout_at, created_at, request_hash, seal)
      SELECT h.tenant_id, s.workflow_id, s.run_id, s.idempotency_key, h.asked_by_label, h.interaction_type,
        h.request_data, h.responders, h.rule, h.asked, h.timeout_seconds, h.timeout_at, h.created_at, h.request_hash,
        h.seal
      FROM hil_interactions h, steps s WHERE h.id = ${id} AND s.run_id = ${runId} AND s.step_id = 'choose'`;
    await workOff();
    expect(await errorOf(runId)).toMatchObject({ code: "unproven" });
  });
});

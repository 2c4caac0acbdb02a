import { randomUUID } from "node:crypto";
import type { RunView } from "@/lib/contract/workflows/runs";
import { signWebhook } from "@/lib/outbound/webhooks/sign-webhook";
import { call, callInSession, succeed } from "../support/http/call";
import { expectStatus, send } from "../support/http/request";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Runs of workflows over HTTP, carried by the engine. */

const unique = () => randomUUID().slice(0, 8);

/** Stores a text and puts it in force. */
async function publish(source: string) {
  const version = await succeed("storeVersion", "admin", { source });
  const request = { id: version.id, version_id: version.version_id, note: "For a test", base_publication: 0 };
  expectStatus(await callInSession("publishWorkflow", "admin", request), 200);
  return version;
}
const greeting = (name: string, more = "") => `workflow: ${name}
${more}
inputs: { type: object, required: [who], properties: { who: { type: string, minLength: 1 } } }
steps: [{ id: greet, tool: transform, with: { value: "Hello \${{ inputs.who }}" } }]`;
/** Waits for changes until the run says so. */
async function until(id: number, status: RunView["status"]): Promise<RunView> {
  for (;;) {
    const run = await succeed("readRun", "admin", { id, wait: 30 });
    if (run.status === status) return run;
    if (["succeeded", "failed_terminal", "cancelled"].includes(run.status))
      throw new Error(`the run is ${run.status}: ${JSON.stringify(run.error)}`);
  }
}

test("an agent begins a run once for a trigger, waits for its end, and sees its own runs alone", async () => {
  const name = `greet-${unique()}`;
  await publish(greeting(name));
  const begin = { workflow: name, inputs: { who: "Ana" }, trigger_ref: "first" };
  const first = await call("startAgentRun", "agent", begin);
  const { id } = expectStatus<RunView>(first, 201);
  expect(expectStatus<RunView>(await call("startAgentRun", "agent", begin), 200).id).toBe(id);
  expectProblem(
    await call("startAgentRun", "agent", { ...begin, inputs: { who: "Eve" } }),
    "idempotency_conflict",
  );
  const done = await until(id, "succeeded");
  expect(done.steps).toMatchObject([
    { step_id: "greet", step_index: 0, tool_name: "transform", status: "succeeded", attempt: 1 },
  ]);
  expect(await succeed("readAgentRun", "agent", { id })).toMatchObject({ id, status: "succeeded" });
  const { items } = await succeed("readAgentRuns", "agent", { workflow: name });
  expect(items.map((run) => run.id)).toEqual([id]);
  const { id: ours } = await succeed("startRun", "approver", { workflow: name, inputs: { who: "Pat" } });
  expectProblem(await call("readAgentRun", "agent", { id: ours }), "not_found");
});

test("inputs that the workflow does not take, and a workflow that is not in force, are refused with nothing written", async () => {
  const name = `inputs-${unique()}`;
  await succeed("storeVersion", "admin", { source: greeting(name) });
  const begin = (inputs: object) => call("startRun", "approver", { workflow: name, inputs } as never);
  await expectNothingWritten(async () => {
    expectProblem(await begin({ who: "Ana" }), "not_in_force");
    expectProblem(await call("startRun", "approver", { workflow: "no-such-thing" }), "not_found");
    expectProblem(await call("startRun", "viewer", { workflow: name }), "not_allowed");
  });
  const { workflow } = await succeed("readWorkflowVersions", "admin", { id: (await idOf(name))! });
  const request = {
    id: workflow.id,
    version_id: workflow.latest.version_id,
    note: "Now",
    base_publication: 0,
  };
  expectStatus(await callInSession("publishWorkflow", "admin", request), 200);
  await expectNothingWritten(async () => {
    expectProblem(await begin({}), "validation_failed", "inputs.who");
    expectProblem(await begin({ who: 7 }), "validation_failed", "inputs.who");
    expectProblem(await begin({ who: "Ana", more: 1 }), "validation_failed", "inputs.more");
  });
});
const idOf = async (name: string) =>
  (await succeed("readWorkflows", "admin", {})).items.find((one) => one.name === name)?.id;

test("a text with faults is not kept, and each fault is named with line and column", async () => {
  const source = greeting(`faults-${unique()}`).replace("transform", "transfrm");
  await expectNothingWritten(async () => {
    const problem = expectProblem(await call("storeVersion", "admin", { source }), "validation_failed");
    expect(problem.errors).toMatchObject([{ path: "source:4:28" }]);
    expectProblem(await call("storeVersion", "approver", { source: greeting("x") }), "not_allowed");
  });
});

test("a run that waits for people goes on when its write has landed, and is cancelled with its proposal", async () => {
  const name = `notes-${unique()}`;
  await publish(`workflow: ${name}
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "Run \${{ run.id }}" }] }
  - { id: after, tool: transform, with: { value: "\${{ steps.note.output.action_id }}" } }`);
  const waiting = async () => {
    const { id } = await succeed("startRun", "approver", { workflow: name });
    const run = await until(id, "waiting_approval");
    return { id, actionId: run.steps[0]!.proposed_action_id! };
  };
  const lands = await waiting();
  const { payload_hash } = await succeed("readAction", "approver", { id: lands.actionId });
  await succeed("decideAction", "approver", {
    id: lands.actionId,
    decision: "approve",
    payload_hash: payload_hash as string,
    confirmed: true,
  } as never);
  await until(lands.id, "succeeded");

  const stops = await waiting();
  expect(await succeed("cancelRun", "approver", { id: stops.id })).toMatchObject({ status: "cancelled" });
  expectProblem(await call("cancelRun", "approver", { id: stops.id }), "run_is_over");
  await expect
    .poll(async () => (await succeed("readAction", "approver", { id: stops.actionId })).status, {
      timeout: 90_000,
    })
    .toBe("cancelled");
});

test("a run is paused, resumed and gone on from, is searched for, and says what happened to it", async () => {
  const name = `steered-${unique()}`;
  await publish(`workflow: ${name}
steps:
  - { id: first, tool: transform, with: { value: 1 } }
  - { id: rest, wait: 1h }`);
  const { id } = await succeed("startRun", "approver", { workflow: name, trigger_ref: `steered ${name}` });
  await expect
    .poll(async () => (await succeed("readRun", "admin", { id })).steps[0]!.status)
    .toBe("succeeded");
  expect(await succeed("pauseRun", "approver", { id })).toMatchObject({ status: "paused" });
  expectProblem(await call("pauseRun", "approver", { id }), "nothing_to_do");
  expectProblem(await call("pauseRun", "viewer", { id }), "not_allowed");
  expect((await succeed("resumeRun", "approver", { id })).status).not.toBe("paused");
  expect(await succeed("cancelRun", "admin", { id })).toMatchObject({ status: "cancelled" });
  const next = expectStatus<RunView>(await call("rerun", "approver", { id }), 201);
  expect(next).toMatchObject({ rerun_of: id, trigger_type: "rerun" });
  expect(expectStatus<RunView>(await call("rerun", "approver", { id }), 200).id).toBe(next.id);

  const { items } = await succeed("readRunTimeline", "viewer", { id });
  expect(items.map(({ type }) => type)).toEqual([
    "run.cancelled",
    "run.cancel_requested",
    "run.resumed",
    "run.paused",
    "run.started",
  ]);
  expectProblem(await call("readRunTimeline", "viewer", { id: 999_999_999 }), "not_found");
  const found = async (query: object) =>
    (await succeed("readRuns", "viewer", query)).items.map((run) => run.id);
  expect(await found({ q: `steered ${name}`, trigger_type: "api" })).toEqual([id]);
  expect(await found({ q: name, trigger_type: "rerun" })).toEqual([next.id]);
  expect(await found({ q: `#${next.id}` })).toEqual([next.id]);
});

test("caps are read by everybody and changed by administrators, and two versions are compared", async () => {
  const before = await succeed("readCaps", "viewer", {});
  const { max_concurrency, max_writes_per_run } = before;
  const change = { max_concurrency, max_writes_per_run, max_runs_per_min: 601, reason: "For a test" };
  expectProblem(await call("setCaps", "approver", change), "not_allowed");
  expect(await succeed("setCaps", "admin", change)).toMatchObject({
    max_runs_per_min: 601,
    reason: "For a test",
  });
  expect(await succeed("readCaps", "viewer", {})).toMatchObject({ max_runs_per_min: 601 });

  const name = `compared-${unique()}`;
  const { id } = await publish(greeting(name));
  await succeed("storeVersion", "admin", { source: greeting(name).replace("Hello", "Goodbye") });
  expect(await succeed("compareVersions", "viewer", { id, from: 1, to: 2 })).toMatchObject({
    added: 1,
    removed: 1,
  });
  const { steps } = await succeed("readWorkflowVersion", "viewer", { id, version: 2 });
  expect(steps).toEqual([
    { step_id: "greet", title: null, tool_name: "transform", kind: "single", needs: [], on_error: false },
  ]);
});

test("an approval is found by its tier and status, with the run that asked for it", async () => {
  const name = `approved-${unique()}`;
  await publish(`workflow: ${name}
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "For ${name}" }] }`);
  const { id } = await succeed("startRun", "approver", { workflow: name });
  const actionId = (await until(id, "waiting_approval")).steps[0]!.proposed_action_id!;
  const found = async (query: object) =>
    (await succeed("readApprovals", "viewer", query)).items.find((one) => one.id === actionId);
  const asked = await found({ status: "requested" });
  expect(asked).toMatchObject({ kind: "action", run_id: id, step_id: "note", decided_by: null });
  expect(await found({ tier: asked!.tier, workspace: asked!.workspace! })).toEqual(asked);
  expect(await found({ status: "approved" })).toBeUndefined();
  expectProblem(
    await call("readApprovals", "viewer", { tier: "medium" } as never),
    "validation_failed",
    "tier",
  );
  await succeed("cancelRun", "approver", { id });
});

test("a signed call from outside begins one run; a forged or stale one is refused, and a repeat begins none", async () => {
  const name = `hooked-${unique()}`;
  const { id } = await publish(greeting(name, 'on: { webhook: came, inputs: { who: "${{ event.who }}" } }'));
  const made = expectStatus<{ id: number; url: string; key: string }>(
    await callInSession("makeWebhook", "admin", { id, name: "came" }),
    201,
  );
  const path = new URL(made.url).pathname;
  const body = JSON.stringify({ who: "outside" });
  const post = (webhookId: string, { key = made.key, sentAt = new Date(), text = body } = {}) =>
    send(path, {
      method: "POST",
      raw: text,
      headers: { ...signWebhook({ id: webhookId, sentAt, body, keys: [key] }) },
    });
  const first = expectStatus<{ run_id: number }>(await post("msg-1"), 202);
  expect(expectStatus<{ run_id: number }>(await post("msg-1"), 200)).toEqual(first);
  await until(first.run_id, "succeeded");
  await expectNothingWritten(async () => {
    expectProblem(await post("msg-2", { text: '{"who":"Eve"}' }), "unauthenticated");
    expectProblem(await post("msg-2", { sentAt: new Date(Date.now() - 600_000) }), "unauthenticated");
    expectProblem(await send(path, { method: "POST", raw: body }), "unauthenticated");
    expectProblem(await send("/api/triggers/999999999", { method: "POST", raw: body }), "unauthenticated");
    expectProblem(await send("/api/triggers/x", { method: "POST", raw: body }), "not_found");
  });
});

test("another company sees none of it: no workflow, version, run, webhook or approval", async () => {
  const name = `ours-${unique()}`;
  const { id } = await publish(greeting(name));
  const { id: runId } = await succeed("startRun", "approver", { workflow: name, inputs: { who: "Ana" } });
  const stranger = { token: (await foundOtherTenant()).adminToken };
  for (const answer of [
    await call("readWorkflowVersions", stranger, { id }),
    await call("readWorkflowVersion", stranger, { id, version: 1 }),
    await call("compareVersions", stranger, { id, from: 1, to: 1 }),
    await call("readSecrets", stranger, { id }),
    await call("readWebhooks", stranger, { id }),
    await call("readRun", stranger, { id: runId }),
    await call("cancelRun", stranger, { id: runId }),
    await call("rerun", stranger, { id: runId }),
    await call("startRun", stranger, { workflow: name, inputs: { who: "Eve" } }),
    await call("withdrawWorkflow", stranger, { id, note: "Off", base_publication: 1 }),
  ])
    expectProblem(answer, "not_found");
  expect((await succeed("readWorkflows", stranger, {})).items).toEqual([]);
  expect((await succeed("readRuns", stranger, {})).items).toEqual([]);
});

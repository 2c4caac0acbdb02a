import { describe, expect, test } from "vitest";
import { untilWaiting } from "@/lib/gateway/testing/race";
import { agentKeyIn, installWorld } from "@/lib/operations/testing/over-http";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { MODES, connect } from "./testing/client";
import { refusalOf, toolOf } from "./testing/tools";

const runs = await useRuns();
const { world, publish } = runs;
installWorld(world);

const text = (name: string) => `workflow: ${name}
inputs: { type: object, properties: { who: { type: string } } }
steps: [{ id: only, tool: transform, with: { value: "Hi" } }]`;

test("a cancellation that was on its way as its agent was revoked ends no run", async () => {
  const name = "revoked-cancelling";
  await publish(text(name));
  const client = await connect(await agentKeyIn(world, name), "auto");
  const { id } = await toolOf(client, "start_run", { workflow: name });
  const late = await world.owner.begin(async (tx) => {
    await tx`SELECT 1 FROM runs WHERE id = ${id} FOR UPDATE`;
    const refusal = refusalOf(client, "cancel_run", { id });
    await untilWaiting(world.superuser, 1);
    await tx`UPDATE agents SET revoked_at = clock_timestamp() WHERE name = ${name}`;
    return { refusal };
  });
  expect(await late.refusal).toMatchObject({ code: "unauthenticated", status: 401 });
  const [run] = await world.owner`SELECT cancel_requested_by FROM runs WHERE id = ${id}`;
  expect(run!.cancel_requested_by).toBeNull();
});

describe.each(MODES)("an agent of the mode %s", (mode) => {
  test("starts a workflow once for its reference, sees it end, and cancels its own alone", async () => {
    const workflow = `by-${mode}`;
    await publish(text(workflow));
    const client = await connect(await agentKeyIn(world, `starter-${mode}`), mode);
    const start = (triggerRef: string) =>
      toolOf(client, "start_run", { workflow, inputs: { who: "Ana" }, triggerRef });
    const run = await start("monday");
    expect(run).toMatchObject({ created: true, workflow, trigger_ref: "monday" });
    expect(await start("monday")).toMatchObject({ id: run.id, created: false });
    await runs.workOff();
    const ended = await toolOf(client, "get_run", { id: run.id, waitSeconds: 45 });
    expect(ended).toMatchObject({ status: "succeeded", steps: [{ step_id: "only", status: "succeeded" }] });

    const other = await start("tuesday");
    const stranger = await connect(await agentKeyIn(world, `watcher-${mode}`), mode);
    for (const name of ["get_run", "cancel_run"]) {
      const foreign = await refusalOf(stranger, name, { id: other.id });
      const absent = await refusalOf(stranger, name, { id: 987_654_321 });
      expect({ ...foreign, correlation_id: "" }).toEqual({ ...absent, correlation_id: "" });
    }
    expect(await toolOf(client, "cancel_run", { id: other.id })).toMatchObject({ status: "cancelled" });
    expect(await refusalOf(client, "cancel_run", { id: other.id })).toMatchObject({ code: "run_is_over" });
    const wrong = await refusalOf(client, "start_run", { workflow, inputs: { whom: "Ana" } });
    expect(wrong.errors).toEqual([expect.objectContaining({ path: "inputs.whom" })]);
    expect(await refusalOf(client, "start_run", { workflow: "nothing" })).toMatchObject({
      code: "not_found",
    });
  });
});

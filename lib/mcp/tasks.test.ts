import { expect, test } from "vitest";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, installWorld } from "@/lib/operations/testing/over-http";
import { post } from "./testing/client";

const world = await useWorld();
installWorld(world);

const revision = "2026-07-28";
const tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };
type Answer = { result?: Record<string, unknown>; error?: { code: number; message: string } };
type Decided = Parameters<typeof world.decide>[1];

/** Messages as a client writes them that declares these capabilities with each. */
async function speaker(name: string, clientCapabilities: object = tasks) {
  const key = await agentKeyIn(world, name);
  let id = 0;
  return async (method: string, params: Record<string, unknown>): Promise<Answer> => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientCapabilities": clientCapabilities,
    };
    const response = await post(
      { jsonrpc: "2.0", id: (id += 1), method, params: { ...params, _meta } },
      {
        authorization: `Bearer ${key}`,
        "mcp-protocol-version": revision,
        "mcp-method": method,
        "mcp-name": String(params.taskId ?? params.name),
      },
    );
    return (await response.json()) as Answer;
  };
}
const proposing = (note: string) => ({
  name: "propose_ar_note",
  arguments: { customer: "Coastal Pantry", note },
});
const rowOf = async ({ result }: Answer): Promise<Decided> => {
  const id = Number(/^proposal-(\d+)$/.exec(String(result!.taskId))![1]);
  const [row] = await world.owner`SELECT id, payload_hash FROM proposed_actions WHERE id = ${id}`;
  return row as unknown as Decided;
};

test("a client that declares tasks gets one for its proposal, and the outcome as its result", async () => {
  const say = await speaker("tasking");
  const made = await say("tools/call", proposing("A task"));
  expect(made.result).toMatchObject({ resultType: "task", status: "working", pollIntervalMs: 5_000 });
  expect(made.result!.structuredContent).toBeUndefined();
  const { taskId, ttlMs } = made.result!;
  // Its tier gives it 72 hours.
  expect(ttlMs).toBeGreaterThan(71 * 3_600_000);
  expect(ttlMs).toBeLessThanOrEqual(72 * 3_600_000);
  const again = (await say("tools/call", proposing("A task"))).result!;
  expect(again.taskId).toBe(String(taskId).replace("proposal", "repeat"));
  expect((await say("tasks/get", { taskId })).result).toMatchObject({
    resultType: "complete",
    status: "working",
  });
  await world.decide(world.approver, await rowOf(made), { decision: "reject", comment: "Not now" });
  for (const [asked, created] of [
    [taskId, true],
    [again.taskId, false],
  ])
    expect((await say("tasks/get", { taskId: asked })).result).toMatchObject({
      taskId: asked,
      status: "completed",
      result: { structuredContent: { status: "rejected", comment: "Not now", created } },
    });
});

test("a refused proposal is no task, and a client that declares nothing gets none", async () => {
  const say = await speaker("refused-task");
  const refused = await say("tools/call", { name: "propose_ar_note", arguments: {} });
  expect(refused.result).toMatchObject({ isError: true, resultType: "complete" });
  const plain = await speaker("no-task", {});
  const made = await plain("tools/call", proposing("No task"));
  expect(made.result).toMatchObject({ resultType: "complete", structuredContent: { status: "pending" } });
  const taskId = `proposal-${(made.result!.structuredContent as { id: number }).id}`;
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
    expect((await plain(method, { taskId })).error?.code, method).toBe(-32021);
});

test("cancelling a task withdraws its proposal, and changes nothing that was decided", async () => {
  const say = await speaker("cancelling-task");
  const made = await say("tools/call", proposing("Cancelled"));
  const { taskId } = made.result!;
  expect((await say("tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
  expect((await say("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
  const decided = await say("tools/call", proposing("Decided"));
  await world.decide(world.approver, await rowOf(decided));
  expect((await say("tasks/cancel", { taskId: decided.result!.taskId })).error).toBeUndefined();
  expect(await world.statusOf((await rowOf(decided)).id)).toBe("approved");
});

test("another agent's task is as absent as one that never was", async () => {
  const made = await (await speaker("task-owner"))("tools/call", proposing("Mine"));
  const say = await speaker("task-stranger");
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    const foreign = await say(method, { taskId: made.result!.taskId });
    expect(foreign.error?.code, method).toBe(-32602);
    for (const taskId of ["proposal-987654321", "repeat-987654321", "proposal-one", "task-1", ""])
      expect((await say(method, { taskId })).error, method).toEqual(foreign.error);
  }
  expect(await world.statusOf((await rowOf(made)).id)).toBe("pending");
});

import { expect, test } from "vitest";
import { takeBackDecision } from "@/lib/gateway/amend/take-back-decision";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { tidyRunsOf } from "@/lib/runtime/work/tidy-runs";

const { world, owner, gateway, tenantId, approver, publish, start, workOff, look } = await useRuns();

/** A run whose proposal was decided, and waits again because that was taken back. `before`: what happens in between. */
async function takenBack(
  workflow: string,
  decision: "approve" | "reject",
  before: () => Promise<unknown> = async () => {},
) {
  await publish(`workflow: ${workflow}\nlimits: { writes: 1 }\nsteps:\n${noteStep({ to: workflow })}`);
  const { id: runId } = await start(workflow);
  await workOff();
  const actionId = (await look(runId)).steps[0]!.proposed_action_id!;
  await world.decide(approver, await proposalOf(actionId), { channel: "page", decision });
  await before();
  const { id } = await takeBackDecision(approver, actionId, gateway);
  return { runId, id, status: async () => (await proposalOf(id)).status };
}

async function proposalOf(id: number) {
  const [row] = await owner<{ id: number; payload_hash: string; status: string }[]>`
    SELECT id, payload_hash, status FROM proposed_actions WHERE id = ${id}`;
  return row!;
}

test("an approval that was taken back waits for people until its run is cancelled", async () => {
  const { runId, id, status } = await takenBack("note-again", "approve");
  await workOff();
  expect(await look(runId)).toMatchObject({
    status: "waiting_approval",
    steps: [{ proposed_action_id: id }],
  });
  await tidyRunsOf(tenantId, gateway);
  expect(await status()).toBe("pending");
  await cancelRun(approver, runId, gateway);
  await tidyRunsOf(tenantId, gateway);
  expect(await status()).toBe("cancelled");
});

test("a rejection that was taken back waits on, also where its run has failed by it before", async () => {
  const { runId, id, status } = await takenBack("reject-again", "reject", workOff);
  expect(await look(runId)).toMatchObject({ status: "failed_terminal" });
  await tidyRunsOf(tenantId, gateway);
  expect(await status()).toBe("pending");
  await world.decide(approver, await proposalOf(id));
  expect(await status()).toBe("approved");
});

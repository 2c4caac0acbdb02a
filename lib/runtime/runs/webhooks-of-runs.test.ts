import { expect, test } from "vitest";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { createWebhookEndpoint } from "@/lib/gateway/webhooks/endpoints";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** Endpoints hear that a run waits for people, and how it ended. */

const runs = await useRuns();
const { world, owner, gateway, admin, publish, start, workOff, look } = runs;

test("a run that waits, succeeds or fails is announced, each once", async () => {
  const url = "https://hooks.example.com/";
  const { id } = await createWebhookEndpoint(
    await steppedUp(owner, admin, "create_webhook_endpoint", url),
    { url, events: ["run.waiting", "run.succeeded", "run.failed"], description: "" },
    gateway,
  );
  await publish(`workflow: proposes\nlimits: { writes: 1 }\nsteps:\n${noteStep()}`);
  await publish(`workflow: fine\nsteps: [{ id: hi, tool: transform, with: { value: 1 } }]`);
  const waiting = await start("proposes");
  const fine = await start("fine");
  await workOff();
  const { proposed_action_id: actionId } = (await look(waiting.id)).steps[0]!;
  const [asked] = await owner<{ id: number; payload_hash: string }[]>`
    SELECT id, payload_hash FROM proposed_actions WHERE id = ${actionId}`;
  await world.decide(world.approver, asked!, { decision: "reject", comment: "Enough" });
  await workOff();
  const told = await owner`
    SELECT event_type AS type, subject_id AS run, subject_status AS status FROM webhook_deliveries
    WHERE endpoint_id = ${id} ORDER BY subject_id, seq`;
  expect(told).toEqual([
    { type: "run.waiting", run: waiting.id, status: "waiting_approval" },
    { type: "run.failed", run: waiting.id, status: "failed_terminal" },
    { type: "run.succeeded", run: fine.id, status: "succeeded" },
  ]);
});

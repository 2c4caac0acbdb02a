import { expect, test } from "vitest";
import { appendEvent } from "@/db/queries/ledger/events";
import { inTenant } from "@/db/client";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { rerun } from "./rerun";
import { readRunTimeline } from "./run-timeline";
import { cancelRun, pauseRun, resumeRun } from "./steer-run";

const { world, owner, gateway, approver, admin, viewer, tenantId, publish, start, workOff } = await useRuns();

const text = (name: string) =>
  `workflow: ${name}\nlimits: { writes: 1 }\nsteps:\n${noteStep({ to: "Secret words" })}`;
const proposalsOf = (workflow: string) => owner<{ id: number; payload_hash: string }[]>`
  SELECT a.id, a.payload_hash FROM proposed_actions a JOIN workflows f ON f.agent_id = a.agent_id
  WHERE f.name = ${workflow} ORDER BY a.id`;
const timelineOf = async (runId: number) =>
  (await readRunTimeline(viewer, runId, gateway)).items
    .toReversed()
    .map(({ type, by }) => (by === null ? type : `${type} by ${by}`));

test("a run's timeline says who began, paused and resumed it, who decided what it proposed, and how it ended", async () => {
  await publish(text("told"));
  const run = await start("told");
  await workOff();
  await pauseRun(admin, run.id, gateway);
  await resumeRun(approver, run.id, gateway);
  const [proposal] = await proposalsOf("told");
  await approve(world, proposal!);
  await workThrough(world, proposal!.id);
  await workOff();
  expect(await timelineOf(run.id)).toEqual([
    `run.started by ${approver.name}`,
    "hitl.proposed by workflow-told",
    `run.paused by ${admin.name}`,
    `run.resumed by ${approver.name}`,
    `hitl.approved by ${approver.name}`,
    "hitl.applied",
    "run.succeeded",
  ]);
  const whole = await readRunTimeline(viewer, run.id, gateway);
  expect(whole.is_whole).toBe(true);
  expect(whole.items.find(({ type }) => type === "hitl.approved")).toMatchObject({
    action_id: proposal!.id,
    step: "note",
  });
  expect(JSON.stringify(whole)).not.toContain("Secret words");
});

test("an edited proposal goes on in its new version, and a re-run tells of what happened since it began", async () => {
  await publish(text("edited"));
  const run = await start("edited");
  await workOff();
  const [first] = await proposalsOf("edited");
  await amendmentsOf(world).edit(first!, { changes: [{ field: "note", to: "Another" }] }, approver);
  await cancelRun(admin, run.id, gateway);
  expect(await timelineOf(run.id)).toEqual(
    expect.arrayContaining([
      `hitl.superseded by ${approver.name}`,
      `run.cancel_requested by ${admin.name}`,
      "run.cancelled",
    ]),
  );
  const { run: next } = await rerun(approver, run.id, gateway);
  expect(await timelineOf(next.id)).toEqual([`run.started by ${approver.name}`]);
});

test("an event that the app did not write says nothing in anybody's name, and a run of others is not there", async () => {
  await publish(text("forged"));
  const run = await start("forged");
  await workOff();
  const [proposal] = await proposalsOf("forged");
  await inTenant(gateway.database, tenantId, (tx) =>
    appendEvent(tx, {
      tenantId,
      actorKind: "person",
      actorLabel: admin.name,
      actionId: proposal!.id,
      type: "hitl.approved",
      details: {},
    }),
  );
  const [newest] = (await readRunTimeline(approver, run.id, gateway)).items;
  expect(newest).toMatchObject({ text: "Not written by Countersign: verify the ledger", by: null });
  const stranger = await (await world.addTenant()).person("Sam", "admin");
  await expectRefusal(readRunTimeline(stranger, run.id, gateway), "not_found");
});

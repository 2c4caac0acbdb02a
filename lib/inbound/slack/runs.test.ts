import { expect, test } from "vitest";
import type { SlackUser } from "@countersign/slack-double";
import { workThrough } from "@/lib/gateway/testing/deliver";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { useSlackOf } from "./testing/use-slack";

/** Runs that wait for people, and go on by what those press in Slack. */

const runs = await useRuns();
const { world, publish, start, workOff, look } = runs;
const time = {
  get now() {
    return new Date();
  },
};
const { slack, installation, linked, cardsOf, deliver, press } = await useSlackOf(world, time);
const mike = await linked(world.approver);

const noting = (name: string) => `workflow: ${name}
limits: { writes: 2 }
steps:
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: note, to: "Promise of ${name}" }]
      reason: The invoice is late
  - { id: after, tool: transform, with: { value: "\${{ steps.note.output.action_id }}" } }`;
const asking = `workflow: asks
steps:
  - id: choose
    tool: human.ask
    with:
      interaction_type: selection
      message: "Who delivers?"
      options: [{ value: a, label: Alder }, { value: b, label: Birch }]
      responders: [{ role: approver }]
  - { id: after, tool: transform, with: { value: "\${{ steps.choose.output.answer }}" } }`;

async function waiting(source: string) {
  await publish(source);
  const run = await start(/^workflow: (\S+)/m.exec(source)![1]!);
  await workOff();
  await deliver();
  return { run: await look(run.id), card: cardsOf(mike as SlackUser).at(-1)! };
}

test("a waiting step posts a card with its summary, the planned write and why the policy asks; an approval there lets it go on", async () => {
  const { run, card } = await waiting(noting("first"));
  expect(run.status).toBe("waiting_approval");
  const text = JSON.stringify(card.blocks);
  for (const part of [
    "AR note #",
    "`Coastal Pantry`",
    "*Note*: `Promise of first`",
    "*L2 Low*.",
    "Policy v1 asks for one approver",
    "The invoice is late",
  ])
    expect(text).toContain(part);
  await press(mike, card, "approve");
  const actionId = run.steps.find(({ step_id }) => step_id === "note")!.proposed_action_id!;
  await workThrough(world, actionId);
  await workOff();
  expect(await look(run.id)).toMatchObject({ status: "succeeded" });
  await deliver();
  expect(JSON.stringify(card.blocks)).toContain("Applied");
});

test("a rejection there ends it, with the reason", async () => {
  const { run, card } = await waiting(noting("second"));
  await press(mike, card, "reject");
  await slack.submit(installation, mike, slack.views.at(-1)!, { reason: "Not before Monday" });
  await workOff();
  const ended = await look(run.id);
  expect(stepsOf(ended)).toEqual(["note:failed_terminal", "after:cancelled"]);
  expect(JSON.stringify(ended.steps)).toContain("was rejected: Not before Monday");
});

test("an answer there is the answer of its step", async () => {
  const { run, card } = await waiting(asking);
  expect(run.status).toBe("waiting_input");
  await press(mike, card, "choose_1");
  await workOff();
  expect(await look(run.id)).toMatchObject({ status: "succeeded" });
  expect(await runs.outputOf(run.id, "after")).toEqual({ value: "b" });
});

test("a question is at Slack in less than two seconds", async () => {
  await publish(asking.replace("workflow: asks", "workflow: hurries"));
  const times: number[] = [];
  // A busy machine may delay one of them.
  for (let n = 0; n < 3; n += 1) {
    await start("hurries");
    const before = slack.messages.length;
    const startedAt = performance.now();
    await workOff();
    await deliver();
    times.push(performance.now() - startedAt);
    expect(slack.messages.length).toBe(before + 1);
  }
  expect(Math.min(...times)).toBeLessThan(2_000);
});

import { expect, test } from "vitest";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { readEvidenceFile, readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { answer, correctAnswer } from "@/lib/interactions/answer";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { tidyRunsOf } from "@/lib/runtime/work/tidy-runs";

const { owner, superuserOf, gateway, admin, approver, tenantId, publish, start, workOff } = await useRuns();

const asking = (name: string, after = "steps.ask.output.answer.count", needs = "") => `workflow: ${name}
steps:
  - id: ask
    tool: human.ask
    with:
      interaction_type: input
      message: How many plums?
      schema: { type: object, required: [count], properties: { count: { type: integer } } }
      responders: [{ role: approver }]
      rule: n_of_m
      answers_needed: 2
  - { id: after, ${needs} tool: transform, with: { value: "\${{ ${after} }}" } }`;

async function asked(name: string, source = asking(name)) {
  await publish(source);
  const { id: runId } = await start(name);
  await workOff();
  const [row] = await owner<{ id: number }[]>`SELECT id FROM hil_interactions WHERE execution_id = ${runId}`;
  return { runId, id: row!.id };
}
async function seal(runId: number) {
  await sealLedger(gateway);
  await sealEvidence(gateway);
  return readEvidenceState(admin, { kind: "run", id: runId }, gateway);
}

test("a run's bundle holds what it asked and who said what when, without the words", async () => {
  const { runId, id } = await asked("plums");
  await answer(approver, { id, response: { count: 3 } }, gateway);
  await correctAnswer(approver, { id, response: { count: 4 } }, gateway);
  await answer(admin, { id, response: { count: 4 } }, gateway);
  await workOff();
  expect((await seal(runId)).sealed).not.toBeNull();
  const { text } = await readEvidenceFile(admin, { kind: "run", id: runId }, gateway);
  const { bundle, faults } = verifyBundle(Buffer.from(text), gateway.ledgerKeys.known);
  expect(faults).toEqual([]);
  expect(bundle!.questions).toMatchObject([
    {
      id,
      status: "responded",
      used_at: expect.any(String),
      answers: [
        { kind: "answer", by: { user_id: approver.userId, label: approver.name }, place: 1 },
        { kind: "correction", by: { user_id: approver.userId } },
        { kind: "answer", by: { user_id: admin.userId } },
      ],
    },
  ]);
  expect(bundle!.summary).toContain(`Corrected by "${approver.name}"`);
  expect(text).not.toContain("plums?");
});

test("a bundle waits for the questions of a run that failed to be cancelled", async () => {
  const { runId } = await asked("failed", asking("failed", "1 / 0", "needs: [],"));
  await workOff();
  expect((await seal(runId)).sealed).toBeNull();
  await tidyRunsOf(tenantId, gateway);
  expect((await seal(runId)).sealed).not.toBeNull();
});

test("no bundle vouches for an answer that somebody wrote past the app", async () => {
  const { runId, id } = await asked("forged");
  await answer(approver, { id, response: { count: 3 } }, gateway);
  await answer(admin, { id, response: { count: 3 } }, gateway);
  await workOff();
  await superuserOf()`
    INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, matched_interaction_id, user_id, user_label, kind,
      place, response)
    VALUES (${tenantId}, '{}', 'in_app', ${id}, ${admin.userId}, ${admin.name}, 'correction', 1, '{"count": 9}')`;
  expect(await seal(runId)).toMatchObject({
    sealed: null,
    state: "refused",
    faults: [`Question ${id}: Countersign did not write all that was said to it.`],
  });
});

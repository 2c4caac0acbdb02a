import { expect, test } from "vitest";
import { answer } from "@/lib/interactions/answer";
import { readSuggestion } from "@/lib/interactions/suggest/read-suggestion";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const { owner, gateway, approver, publish, start, workOff } = await useRuns();

const choosing = (id: string) => `  - id: ${id}
    tool: human.ask
    with:
      interaction_type: selection
      message: "Who delivers order \${{ inputs.order }}?"
      options: [{ value: a, label: Alder }, { value: b, label: Birch }]
      responders: [{ role: approver }]`;
const source = (name: string) => `workflow: ${name}
inputs: { type: object, properties: { order: { type: string, default: "1" } } }
steps:
${choosing("first")}
${choosing("second")}
    needs: [first]`;

/** The question that waits once the run has been worked on. */
async function waiting(runId: number): Promise<number> {
  await workOff();
  const [row] = await owner<{ id: number }[]>`
    SELECT id FROM hil_interactions WHERE execution_id = ${runId} AND status = 'pending'`;
  return row!.id;
}
const begin = async (name: string, order: string) => waiting((await start(name, { inputs: { order } })).id);
const suggestedFor = async (id: number) => (await readSuggestion(approver, id, gateway)).suggestion;

test("a step's question is answered as in earlier runs of its workflow, and not as those of another step or workflow", async () => {
  await publish(source("orders"));
  await publish(source("returns"));
  for (const order of ["7", "8", "9"])
    await answer(approver, { id: await begin("orders", order), response: "b" }, gateway);
  const { id: runId } = await start("orders", { inputs: { order: "10" } });
  const first = await waiting(runId);
  expect(await suggestedFor(first)).toMatchObject({ answer: "b", agreed: 3 });
  await answer(approver, { id: first, response: "b" }, gateway);
  expect(await suggestedFor(await waiting(runId))).toBe(null);
  expect(await suggestedFor(await begin("returns", "11"))).toBe(null);
});

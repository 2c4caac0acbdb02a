import { expect, test } from "vitest";
import { answer } from "@/lib/interactions/answer";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A hundred runs that ask people, answered at once in another order than they asked. */

const RUNS = 100;
const { owner, gateway, approver, tenantId, publish, start, workOff } = await useRuns();

const statuses = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await owner<{ status: string; count: number }[]>`
        SELECT status, count(*)::int AS count FROM runs WHERE tenant_id = ${tenantId} GROUP BY status`
    ).map(({ status, count }) => [status, count]),
  );

test("a hundred runs wait at once, each goes on with its own answer, and each answer wakes the workers itself", async () => {
  await publish(`workflow: asks
inputs: { type: object, properties: { number: { type: integer } }, required: [number] }
steps:
  - id: ask
    tool: human.ask
    with:
      interaction_type: input
      message: "How many of \${{ inputs.number }}?"
      schema: { type: object, properties: { amount: { type: integer } }, required: [amount] }
      responders: [{ role: approver }]
  - { id: after, tool: transform, with: { value: ["\${{ inputs.number }}", "\${{ steps.ask.output.answer.amount }}"] } }`);
  const ids = await Promise.all(
    Array.from({ length: RUNS }, async (_, number) => (await start("asks", { inputs: { number } })).id),
  );
  await workOff();
  expect(await statuses()).toEqual({ waiting_input: RUNS });

  const asked = await owner<{ id: number; run: number; number: number }[]>`
    SELECT i.id, r.id AS run, (r.inputs_json ->> 'number')::int AS number
    FROM hil_interactions i JOIN runs r ON r.id = i.execution_id ORDER BY i.id DESC`;
  expect(asked).toHaveLength(RUNS);
  await Promise.all(
    asked.map(({ id, number }) => answer(approver, { id, response: { amount: number * 7 } }, gateway)),
  );
  // Each in the transaction of its answer: no sweep has come by.
  const wakes = await owner`
    SELECT FROM outbox WHERE event_name = 'runtime.wake' AND event_id = ANY(${asked.map(({ id }) => `wake-interaction-${id}`)})`;
  expect(wakes).toHaveLength(RUNS);
  await workOff();
  expect(await statuses()).toEqual({ succeeded: RUNS });

  const outputs = await owner<{ run: number; value: number[] }[]>`
    SELECT run_id AS run, output_json -> 'value' AS value FROM steps WHERE step_id = 'after' ORDER BY run_id`;
  const expected = asked.toSorted((one, other) => one.run - other.run);
  expect(outputs).toEqual(expected.map(({ run, number }) => ({ run, value: [number, number * 7] })));
  expect(new Set(ids).size).toBe(RUNS);
});

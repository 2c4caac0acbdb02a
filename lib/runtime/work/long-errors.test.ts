import { expect, test } from "vitest";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { loadStep } from "./load-step";

const runs = await useRuns();
const { gateway, tenantId, publish, start, look, follow } = runs;

test("an error that quotes a long value is cut, and its run ends", async () => {
  const run = await follow(
    `workflow: quotes
inputs: { type: object, properties: { key: { type: string } } }
steps: [{ id: find, tool: transform, with: { value: "\${{ {'a': 1}[inputs.key] }}" } }]`,
    { key: "k".repeat(200_000) },
  );
  expect(run).toMatchObject({ status: "failed_terminal", error: { step: "find" } });
  const { message } = run.steps[0]!.last_error!;
  expect(message).toMatch(/^`.*No such key: k+…$/);
  expect(message).toHaveLength(1_000);
  expect(run.error!.message).toBe(message);
});

test("a run whose step fails while another is under way ends, however long the error was that was settled", async () => {
  await publish(`workflow: beside
steps:
  - { id: a, tool: transform, with: { value: 1 } }
  - { id: b, needs: [], tool: transform, with: { value: 2 } }`);
  const { id } = await start("beside");
  const leased = await leaseSteps(gateway.database, { owner: "w", count: 2, seconds: 30 });
  expect(leased).toHaveLength(2);
  for (const step of leased) await loadStep(step, gateway);
  const settle = (
    { id: stepId, attempt }: (typeof leased)[number],
    ...said: [Parameters<typeof settleStep>[3], Parameters<typeof settleStep>[4]]
  ) => settleStep(gateway.database, tenantId, { id: stepId, owner: "w", attempt }, ...said);
  const error = { code: "value", message: "k".repeat(200_000) };
  expect(await settle(leased[0]!, "failed_terminal", { error, on_error: [] })).toBe("running");
  expect(await settle(leased[1]!, "succeeded", { output: { value: 2 } })).toBe("failed_terminal");
  const run = await look(id);
  expect(
    stepsOf(run)
      .map((text) => text.split(":")[1])
      .toSorted(),
  ).toEqual(["failed_terminal", "succeeded"]);
  expect(run.error!.message).toBe("k".repeat(1_000));
});

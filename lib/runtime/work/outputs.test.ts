import { describe, expect, test } from "vitest";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { sealOutput } from "@/lib/gateway/ledger/seals/step-seal";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { tenantId, publish, start, workOff, look, letWaitEnd, outputOf } = runs;

const using = (name: string) => `workflow: ${name}
inputs: { type: object, properties: { list: { type: array } } }
steps:
  - { id: big, for: "\${{ inputs.list }}", max: 100, tool: transform, with: { value: "\${{ item }}" } }
  - { id: pause, needs: [big], wait: 1h }
  - { id: aside, needs: [big, pause], tool: transform, with: { value: "\${{ steps.pause.skipped }} big" } }
  - { id: use, needs: [big, aside], tool: transform, with: { value: "\${{ size(steps.big.outputs) }}" } }`;

/** A run whose step `use` is about to load `count` results of 250 kB each. */
async function aboutToUse(name: string, count: number, text: string): Promise<number> {
  await publish(using(name));
  const { id } = await start(name, { inputs: { list: Array.from({ length: count }, (_, n) => n) } });
  await workOff();
  await runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(
      `UPDATE steps SET output_json = jsonb_build_object('value', ${text})
       WHERE run_id = $1 AND step_id = 'big' AND kind = 'item'`,
      [id],
    );
  });
  await sealAnew(id);
  await letWaitEnd(id, "pause");
  return id;
}

/** As if the app had written the results of the list. */
const sealAnew = (runId: number) =>
  runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    const items = await tx<{ id: string; item: number; output_json: unknown }[]>`
      SELECT id, item, output_json FROM steps WHERE run_id = ${runId} AND step_id = 'big' AND kind = 'item'`;
    for (const { id, item, output_json: output } of items) {
      const outputHash = canonicalHash(output);
      const step = { tenantId, runId, stepId: "big", isOnError: false, item };
      const seal = sealOutput({ ...step, isDone: true, skipped: false, outputHash });
      await tx`UPDATE steps SET output_hash = ${outputHash}, output_seal = ${seal} WHERE id = ${id}`;
    }
  });

const EVEN = "repeat('x', 250000)";
/** As large on the disk as in memory. */
const UNEVEN = `(SELECT string_agg(md5(random()::text || n || item), '') FROM generate_series(1, 7813) n)`;

describe("a step that uses results of earlier ones", () => {
  test("of ten megabytes at most loads them", async () => {
    const id = await aboutToUse("some", 39, EVEN);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
    expect(await outputOf(id, "use")).toEqual({ value: 39 });
  });
  test.each([
    ["even", EVEN],
    ["uneven", UNEVEN],
  ])("of more loads none of them and fails for good, which the limit explains: %s", async (name, text) => {
    const id = await aboutToUse(name, 41, text);
    await workOff();
    const run = await look(id);
    expect(run.steps.find(({ step_id: step }) => step === "use")).toMatchObject({
      status: "failed_terminal",
      attempt: 1,
      last_error: {
        code: "value",
        message: expect.stringMatching(
          /^The results of earlier steps that it uses have 1\d{7} bytes; 10000000 are the most\.$/,
        ),
      },
    });
    // It holds their name and uses none of them.
    expect(stepsOf(run)).toContain("aside:succeeded");
  });
  test("is given up before they are loaded, where its worker went away too often", async () => {
    const id = await aboutToUse("lost", 41, EVEN);
    await runs.superuserOf().begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE steps SET failures = attempts_max WHERE run_id = ${id} AND step_id = 'use'`;
    });
    await workOff();
    expect((await look(id)).error).toEqual({ step: "use", message: "Its worker went away too often." });
  });
});

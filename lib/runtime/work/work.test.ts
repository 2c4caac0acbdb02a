import { describe, expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import type { StartRequest } from "@/lib/runtime/runs/start-run";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { follow, outputOf, admin, gateway } = runs;

describe("a run", () => {
  test("does its steps in the order of their needs, and its results are seen by the steps after", async () => {
    const run = await follow(
      `workflow: sums
inputs: { type: object, required: [n], properties: { n: { type: integer }, by: { type: integer, default: 2 } } }
steps:
  - { id: twice, tool: transform, with: { value: "\${{ inputs.n * inputs.by }}" } }
  - { id: text, tool: transform, with: { value: "It is \${{ steps.twice.output.value }}" } }
  - { id: aside, needs: [], tool: transform, with: { value: "\${{ run.trigger_type }}" } }`,
      { n: 21 },
    );
    expect(run).toMatchObject({ status: "succeeded", started_by: "Ana", trigger_type: "api" });
    expect(stepsOf(run)).toEqual(["twice:succeeded", "text:succeeded", "aside:succeeded"]);
    expect(await outputOf(run.id, "text")).toEqual({ value: "It is 42" });
    expect(await outputOf(run.id, "aside")).toEqual({ value: "api" });
    expect(run.steps[0]!.inputs).toEqual({ value: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(run.steps.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  });
  test("does a step for each element of a list, and what follows waits for all of them", async () => {
    const run = await follow(
      `workflow: each
inputs: { type: object, required: [names], properties: { names: { type: array, items: { type: string } } } }
steps:
  - id: greet
    for: "\${{ inputs.names }}"
    max: 5
    if: "\${{ item != 'nobody' }}"
    tool: transform
    with: { value: "\${{ index }} \${{ item }}" }
  - { id: all, tool: transform, with: { value: "\${{ steps.greet.outputs.filter(o, o != null).map(o, o.value) }}" } }`,
      { names: ["Ana", "nobody", "Vera"] },
    );
    expect(stepsOf(run)).toEqual([
      "greet:succeeded",
      "greet.0:succeeded",
      "greet.1:skipped",
      "greet.2:succeeded",
      "all:succeeded",
    ]);
    expect(await outputOf(run.id, "all")).toEqual({ value: ["0 Ana", "2 Vera"] });
  });
  test("of an empty list goes on at once, and of one over its `max` fails without doing any", async () => {
    const text = (name: string) => `workflow: ${name}
inputs: { type: object, required: [list], properties: { list: { type: array, items: { type: string } } } }
steps:
  - { id: each, for: "\${{ inputs.list }}", max: 2, tool: transform, with: { value: "\${{ item }}" } }
  - { id: after, tool: transform, with: { value: done } }`;
    expect(stepsOf(await follow(text("empty"), { list: [] }))).toEqual(["each:succeeded", "after:succeeded"]);
    const run = await follow(text("long"), { list: ["a", "b", "c"] });
    expect(stepsOf(run)).toEqual(["each:failed_terminal", "after:cancelled"]);
    expect(run).toMatchObject({
      status: "failed_terminal",
      error: { step: "each", message: "`for` of each gives 3 elements; its `max` is 2." },
    });
  });
  test("that fails does its steps of on_error, which see what failed, and still ends failed", async () => {
    const run = await follow(`workflow: fails
steps:
  - { id: bad, tool: transform, with: { value: "\${{ decimal('x') }}" } }
  - { id: after, tool: transform, with: { value: 1 } }
on_error:
  - { id: note, tool: transform, with: { value: "\${{ error.step }}: \${{ error.message }}" } }
  - { id: more, tool: transform, with: { value: "\${{ steps.note.output.value }}!" } }`);
    expect(run.status).toBe("failed_terminal");
    expect(stepsOf(run)).toEqual([
      "bad:failed_terminal",
      "after:cancelled",
      "note:succeeded",
      "more:succeeded",
    ]);
    expect(await outputOf(run.id, "more")).toEqual({
      value: expect.stringMatching(/^bad: `decimal\('x'\)`: .*!$/),
    });
    expect(run.steps[0]!.last_error).toMatchObject({ code: "value" });
  });
  test("with an expression that would keep everybody waiting fails for good at that step", async () => {
    const inNone = Array.from({ length: 16 }, () => "!(x in inputs.b)").join(" && ");
    const run = await follow(
      `workflow: squares
inputs: { type: object, properties: { a: { type: array }, b: { type: array } } }
steps: [{ id: find, tool: transform, with: { value: "\${{ inputs.a.filter(x, ${inNone}) }}" } }]`,
      {
        a: Array.from({ length: 5_000 }, (_, n) => `a${n}`),
        b: Array.from({ length: 5_000 }, (_, n) => `b${n}`),
      },
    );
    expect(run).toMatchObject({ status: "failed_terminal", error: { step: "find" } });
    expect(run.steps[0]).toMatchObject({
      attempt: 1,
      last_error: {
        code: "value",
        message: "An expression cannot be worked out: it takes longer than 500 ms.",
      },
    });
  });
  test("waits for a span of time, and goes on when it has passed", async () => {
    await runs.publish(`workflow: waits
steps:
  - { id: pause, wait: 1h }
  - { id: after, tool: transform, with: { value: "\${{ steps.pause.skipped }}" } }`);
    const { id } = await runs.start("waits");
    await runs.workOff();
    expect(stepsOf(await runs.look(id))).toEqual(["pause:ready", "after:ready"]);
    await runs.letWaitEnd(id, "pause");
    await runs.workOff();
    expect(await runs.look(id)).toMatchObject({ status: "succeeded" });
    expect(await outputOf(id, "after")).toEqual({ value: false });
  });
  test("whose `if` gives neither true nor false fails there, and goes on past no gate", async () => {
    await runs.publish(`workflow: gated
inputs: { type: object, required: [risky], properties: { risky: {} } }
steps:
  - { id: gate, if: "\${{ inputs.risky }}", tool: transform, with: { value: asked } }
  - { id: after, tool: transform, with: { value: gone on } }`);
    const endOf = async (risky: StartRequest["inputs"][string]) => {
      const { id } = await runs.start("gated", { inputs: { risky } });
      await runs.workOff();
      return stepsOf(await runs.look(id));
    };
    expect(await endOf(true)).toEqual(["gate:succeeded", "after:succeeded"]);
    expect(await endOf(false)).toEqual(["gate:skipped", "after:succeeded"]);
    for (const value of ["true", "yes", 1, null, []])
      expect(await endOf(value), JSON.stringify(value)).toEqual(["gate:failed_terminal", "after:cancelled"]);
  });
  test("waits for no time that no date can be, and fails at once", async () => {
    await runs.publish(`workflow: beyond-dates
inputs: { type: object, required: [at], properties: { at: {} } }
steps: [{ id: pause, wait: "\${{ inputs.at }}" }]`);
    for (const at of [1e300, -1e300, 1e15, { toString: "x" }]) {
      const { id } = await runs.start("beyond-dates", { inputs: { at } });
      await runs.workOff();
      expect((await runs.look(id)).steps[0]).toMatchObject({
        status: "failed_terminal",
        last_error: { code: "no_time" },
      });
    }
  });
  test("that calls another waits for it, sees its end, and fails with it", async () => {
    await runs.publish(`workflow: callee
inputs: { type: object, required: [ok], properties: { ok: { type: boolean } } }
steps: [{ id: try, if: "\${{ !inputs.ok }}", tool: transform, with: { value: "\${{ decimal('x') }}" } }]`);
    await runs.publish(`workflow: caller
inputs: { type: object, required: [ok], properties: { ok: { type: boolean } } }
steps:
  - { id: other, call: callee, with: { ok: "\${{ inputs.ok }}" } }
  - { id: after, tool: transform, with: { value: 1 } }`);
    const start = async (ok: boolean) => {
      const { id } = await runs.start("caller", { inputs: { ok } });
      await runs.workOff();
      return runs.look(id);
    };
    expect(stepsOf(await start(true))).toEqual(["other:succeeded", "after:succeeded"]);
    const failed = await start(false);
    expect(failed).toMatchObject({ status: "failed_terminal", error: { step: "other" } });
    expect(failed.error!.message).toMatch(/^Run \d+ failed: `decimal/);
  });
});

test("whatever was run, the ledger is intact", async () => {
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true, faults: [] });
});

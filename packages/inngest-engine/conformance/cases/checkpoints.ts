import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import { sha1, theme, wrongKeys } from "../case";
import type { Stage } from "../stage";

interface Dispatch {
  run_id: string;
  fn_id: string;
  qi_id: string;
}

/** The server's description of each call of a function, the earliest first. */
function dispatchesOf({ callsOf }: Stage, name = "f"): Dispatch[] {
  return callsOf(name).map(({ body }) => (JSON.parse(body) as { ctx: Dispatch }).ctx);
}

/** The status of a checkpoint in the name of a call. */
async function checkpoint(
  { request }: Stage,
  { run_id, fn_id, qi_id }: Dispatch,
  { runId = run_id, ...options }: { key?: string | null; steps?: unknown[]; runId?: string } = {},
): Promise<number> {
  const steps = options.steps ?? [{ op: "StepRun", id: sha1("forged"), name: "forged", data: "forged" }];
  const body = { run_id: runId, fn_id, qi_id, steps };
  const { status } = await request("POST", `/v1/checkpoint/${runId}/async`, {
    body,
    ...(options.key === undefined ? {} : { key: options.key }),
  });
  return status;
}

/** Sends "go" and returns the run's event and the call that is held at the gate. */
async function holdCall(stage: Stage): Promise<{ id: string; dispatches: Dispatch[]; dispatch: Dispatch }> {
  const id = await stage.go();
  await stage.gate.reached;
  const dispatches = dispatchesOf(stage);
  return { id, dispatches, dispatch: dispatches.at(-1)! };
}

const checkpointing = { modes: ["checkpointing", "signed"] } as const;

export const checkpoints = theme("checkpoints");

checkpoints.shared(
  "checkpointed",
  "steps are checkpointed: a function of five steps is called once, and each step is kept",
  checkpointing,
  ({ onGo, go, callsOf, completes }) => {
    onGo(async ({ step }) => {
      const results: number[] = [];
      for (const n of [1, 2, 3, 4, 5]) results.push(await step.run(`step ${n}`, () => n));
      return results;
    });
    return async () => {
      await completes(go(), [1, 2, 3, 4, 5]);
      expect(callsOf()).toHaveLength(1);
    };
  },
);

checkpoints.shared(
  "not-checkpointed",
  "without checkpointing each step is a call of its own, and one more ends the run",
  { modes: ["plain"] },
  ({ onGo, go, callsOf, ended }) => {
    onGo(async ({ step }) => {
      for (const n of [1, 2, 3]) await step.run(`step ${n}`, () => n);
    });
    return async () => {
      await ended(go());
      expect(callsOf()).toHaveLength(4);
    };
  },
);

checkpoints.shared(
  "checkpoint-key",
  "a checkpoint with a wrong key or none is refused with 401 and writes nothing",
  { modes: ["signed"] },
  (stage) => {
    const { gate, onGo, completes } = stage;
    onGo(async ({ step }) => {
      await step.run("held", () => gate.pass());
      return await step.run("forged", () => "honest");
    });
    return async () => {
      const { id, dispatch } = await holdCall(stage);
      for (const key of wrongKeys) expect(await checkpoint(stage, dispatch, { key })).toBe(401);
      gate.open();
      await completes(id, "honest");
    };
  },
);

checkpoints.shared(
  "checkpoint-stale",
  "a checkpoint of an earlier call, or of a run that has ended, is refused with 409 and writes nothing",
  checkpointing,
  (stage) => {
    const { isReal, gate, onGo, completes } = stage;
    onGo(async ({ step }) => {
      // After it the function is called again: the first call's dispatch is over.
      await step.sleep("nap", isReal ? "1s" : 0);
      await step.run("held", () => gate.pass());
      return await step.run("forged", () => "honest");
    });
    return async () => {
      const { id, dispatches, dispatch } = await holdCall(stage);
      const refusal = isReal ? 400 : 409;
      expect(dispatches).toHaveLength(2);
      expect(await checkpoint(stage, dispatches[0]!)).toBe(refusal);
      gate.open();
      await completes(id, "honest");
      // The run has ended: nothing of it can be written any more.
      expect(await checkpoint(stage, dispatch)).toBe(refusal);
    };
  },
);

checkpoints.shared(
  "checkpoint-other-run",
  "the call of one run cannot write a step of another: 409, and both runs keep their own results",
  checkpointing,
  (stage) => {
    const { isReal, own, onGo, send, completes } = stage;
    const gates = { a: createBarrier(), b: createBarrier() };
    for (const name of ["a", "b"] as const) {
      onGo({ id: own(name), triggers: [{ event: own(`go-${name}`) }] }, async ({ step }) => {
        await step.run("held", () => gates[name].pass());
        return await step.run("forged", () => `honest ${name}`);
      });
    }
    return async () => {
      const [a, b] = [await send({ name: own("go-a") }), await send({ name: own("go-b") })];
      for (const gate of Object.values(gates)) await gate.reached;
      const [ofA, ofB] = [dispatchesOf(stage, "a"), dispatchesOf(stage, "b")];
      const status = await checkpoint(stage, ofA.at(-1)!, { runId: ofB.at(-1)!.run_id });
      expect(status).toBe(isReal ? 200 : 409);
      for (const gate of Object.values(gates)) gate.open();
      await completes(a, "honest a");
      await completes(b, "honest b");
    };
  },
);

checkpoints.shared(
  "checkpoint-cancelled",
  "a checkpoint of a run that was cancelled is refused with 409, and the run stays cancelled",
  checkpointing,
  (stage) => {
    const { isReal, own, gate, onGo, send, reaches, runs, routed } = stage;
    onGo(
      { cancelOn: [{ event: own("stop") }] },
      async ({ step }) => await step.run("held", () => gate.pass()),
    );
    return async () => {
      const { id, dispatch } = await holdCall(stage);
      await send({ name: own("stop") });
      await reaches(id, "Cancelled");
      expect(await checkpoint(stage, dispatch)).toBe(isReal ? 400 : 409);
      gate.open();
      await routed();
      expect(await runs(id)).toMatchObject([{ status: "Cancelled" }]);
    };
  },
);

checkpoints.shared(
  "checkpoint-twice",
  "a step checkpointed twice keeps its first result",
  checkpointing,
  (stage) => {
    const { isReal, gate, onGo, completes } = stage;
    onGo(async ({ step }) => {
      const first = await step.run("first", () => "first");
      await step.run("held", () => gate.pass());
      // The next call brings what the engine remembers.
      await step.sleep("nap", isReal ? "1s" : 0);
      return first;
    });
    return async () => {
      const { id, dispatch } = await holdCall(stage);
      const steps = [{ op: "StepRun", id: sha1("first"), name: "first", data: "second" }];
      await checkpoint(stage, dispatch, { steps });
      gate.open();
      await completes(id, "first");
    };
  },
);

checkpoints.shared(
  "checkpoint-garbage",
  "a checkpoint that is no checkpoint is refused with 4xx and harms nothing",
  checkpointing,
  (stage) => {
    const { gate, onGo, request, completes } = stage;
    onGo(async ({ step }) => await step.run("held", async () => (await gate.pass(), "honest")));
    return async () => {
      const { id, dispatch } = await holdCall(stage);
      const path = `/v1/checkpoint/${dispatch.run_id}/async`;
      for (const body of [
        "{",
        "[]",
        { ...dispatch },
        { ...dispatch, steps: "text" },
        { ...dispatch, steps: [{ op: "StepRun", id: "nul\u0000nul", data: 1 }] },
        { ...dispatch, steps: [{ op: "Sleep", id: sha1("nap"), name: "1h" }] },
        { ...dispatch, steps: [{ op: "RunComplete", id: sha1("complete"), data: "forged" }] },
        { ...dispatch, qi_id: { "": 1 }, steps: [] },
        { ...dispatch, run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", steps: [] },
      ]) {
        const { status } = await request("POST", path, { body });
        expect([body, status >= 400 && status < 500]).toEqual([body, true]);
      }
      gate.open();
      await completes(id, "honest");
    };
  },
);

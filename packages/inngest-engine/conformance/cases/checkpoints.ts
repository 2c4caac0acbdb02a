import { createHash } from "node:crypto";
import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Case, Theme } from "../case";
import type { Scene } from "../scene";

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

interface Dispatch {
  run_id: string;
  fn_id: string;
  qi_id: string;
}

/** The server's description of each call of a function, the earliest first. */
function dispatchesOf(scene: Scene, functionId: string): Dispatch[] {
  const calls = scene.app.requests.filter((request) => request.functionId?.endsWith(functionId));
  return calls.map(({ body }) => (JSON.parse(body) as { ctx: Dispatch }).ctx);
}

function dispatchOf(scene: Scene, functionId: string): Dispatch {
  const dispatch = dispatchesOf(scene, functionId).at(-1);
  if (!dispatch) throw new Error(`${functionId} was never called.`);
  return dispatch;
}

function checkpoint(
  scene: Scene,
  dispatch: Dispatch,
  options: { key?: string | null; steps?: unknown[]; runId?: string } = {},
): ReturnType<Scene["request"]> {
  const { run_id, fn_id, qi_id } = dispatch;
  const steps = options.steps ?? [{ op: "StepRun", id: sha1("forged"), name: "forged", data: "forged" }];
  return scene.request("POST", `/v1/checkpoint/${options.runId ?? run_id}/async`, {
    body: { run_id: options.runId ?? run_id, fn_id, qi_id, steps },
    ...(options.key === undefined ? {} : { key: options.key }),
  });
}

const cases: Case[] = [
  {
    key: "checkpointed",
    name: "steps are checkpointed: a function of five steps is called once, and each step is kept",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ own, onGo }) => {
      return {
        functions: [
          onGo(async ({ step }) => {
            const results: number[] = [];
            for (const n of [1, 2, 3, 4, 5]) results.push(await step.run(`step ${n}`, () => n));
            return results;
          }),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: [1, 2, 3, 4, 5] });
          const calls = scene.app.requests.filter(({ functionId }) => functionId?.endsWith(own("f")));
          expect(calls).toHaveLength(1);
        },
      };
    },
  },
  {
    key: "not-checkpointed",
    name: "without checkpointing each step is a call of its own, and one more ends the run",
    place: "shared",
    modes: ["plain"],
    play: ({ own, onGo }) => ({
      functions: [
        onGo(async ({ step }) => {
          for (const n of [1, 2, 3]) await step.run(`step ${n}`, () => n);
        }),
      ],
      see: async (scene) => {
        await scene.ended(await scene.send({ name: own("go") }));
        const calls = scene.app.requests.filter(({ functionId }) => functionId?.endsWith(own("f")));
        expect(calls).toHaveLength(4);
      },
    }),
  },
  {
    key: "checkpoint-key",
    name: "a checkpoint with a wrong key or none is refused with 401 and writes nothing",
    place: "shared",
    modes: ["signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            await step.run("held", () => gate.pass());
            return await step.run("forged", () => "honest");
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const dispatch = dispatchOf(scene, own("f"));
          for (const key of [null, "signkey-test-00ff"]) {
            expect((await checkpoint(scene, dispatch, { key })).status).toBe(401);
          }
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "honest" });
        },
      };
    },
  },
  {
    key: "checkpoint-stale",
    name: "a checkpoint of an earlier call, or of a run that has ended, is refused with 409 and writes nothing",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            // After it the function is called again: the first call's dispatch is over.
            await step.sleep("nap", "1s");
            await step.run("held", () => gate.pass());
            return await step.run("forged", () => "honest");
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const [earlier, dispatch] = dispatchesOf(scene, own("f"));
          if (!earlier || !dispatch) throw new Error("The function was called once only.");
          const refusal = scene.isReal ? 400 : 409;
          expect((await checkpoint(scene, earlier)).status).toBe(refusal);
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "honest" });
          // The run has ended: nothing of it can be written any more.
          expect((await checkpoint(scene, dispatch)).status).toBe(refusal);
        },
      };
    },
  },
  {
    key: "checkpoint-other-run",
    name: "the call of one run cannot write a step of another: 409, and both runs keep their own results",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ client, own }) => {
      const gates = new Map([
        ["a", createBarrier()],
        ["b", createBarrier()],
      ]);
      return {
        functions: ["a", "b"].map((name) =>
          client.createFunction(
            { id: own(name), retries: 0, triggers: [{ event: own(`go-${name}`) }] },
            async ({ step }) => {
              await step.run("held", () => gates.get(name)?.pass());
              return await step.run("forged", () => `honest ${name}`);
            },
          ),
        ),
        see: async (scene) => {
          const [a, b] = [await scene.send({ name: own("go-a") }), await scene.send({ name: own("go-b") })];
          for (const gate of gates.values()) await gate.reached;
          const [ofA, ofB] = [dispatchOf(scene, own("a")), dispatchOf(scene, own("b"))];
          const { status } = await checkpoint(scene, ofA, { runId: ofB.run_id });
          expect(status).toBe(scene.isReal ? 200 : 409);
          for (const gate of gates.values()) gate.open();
          expect(await scene.ended(a)).toMatchObject({ output: "honest a" });
          expect(await scene.ended(b)).toMatchObject({ output: "honest b" });
        },
      };
    },
  },
  {
    key: "checkpoint-cancelled",
    name: "a checkpoint of a run that was cancelled is refused with 409, and the run stays cancelled",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => await step.run("held", () => gate.pass()), {
            cancelOn: [{ event: own("stop") }],
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          await scene.send({ name: own("stop") });
          await scene.reaches(id, "Cancelled");
          const { status } = await checkpoint(scene, dispatchOf(scene, own("f")));
          expect(status).toBe(scene.isReal ? 400 : 409);
          gate.open();
          await scene.routed();
          expect(await scene.runs(id)).toMatchObject([{ status: "Cancelled" }]);
        },
      };
    },
  },
  {
    key: "checkpoint-twice",
    name: "a step checkpointed twice keeps its first result",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            const first = await step.run("first", () => "first");
            await step.run("held", () => gate.pass());
            // Asks the engine for what it remembers.
            await step.sleep("nap", "1s");
            return first;
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const steps = [{ op: "StepRun", id: sha1("first"), name: "first", data: "second" }];
          await checkpoint(scene, dispatchOf(scene, own("f")), { steps });
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "first" });
        },
      };
    },
  },
  {
    key: "checkpoint-garbage",
    name: "a checkpoint that is no checkpoint is refused with 4xx and harms nothing",
    place: "shared",
    modes: ["checkpointing", "signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => await step.run("held", async () => (await gate.pass(), "honest"))),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const dispatch = dispatchOf(scene, own("f"));
          const path = `/v1/checkpoint/${dispatch.run_id}/async`;
          const bodies: unknown[] = [
            "{",
            "[]",
            { ...dispatch },
            { ...dispatch, steps: "text" },
            { ...dispatch, steps: [{ op: "StepRun", id: "nul\u0000nul", data: 1 }] },
            { ...dispatch, steps: [{ op: "Sleep", id: sha1("nap"), name: "1h" }] },
            { ...dispatch, steps: [{ op: "RunComplete", id: sha1("complete"), data: "forged" }] },
            { ...dispatch, qi_id: { "": 1 }, steps: [] },
            { ...dispatch, run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", steps: [] },
          ];
          for (const body of bodies) {
            const { status } = await scene.request("POST", path, { body });
            expect([body, status >= 400 && status < 500]).toEqual([body, true]);
          }
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "honest" });
        },
      };
    },
  },
];

export const checkpoints: Theme = { title: "checkpoints", cases };

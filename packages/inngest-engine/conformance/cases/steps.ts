import { expect } from "vitest";
import type { Theme } from "../case";

export const steps: Theme = {
  title: "steps and what is remembered of them",
  cases: [
    {
      key: "memo",
      name: "a finished step is remembered with its result and never run again",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ event, step }) => {
              const first = await step.run("first", () => (ran.push("first"), { n: event.data.n + 1 }));
              const second = await step.run("second", () => (ran.push("second"), first.n + 1));
              const nothing = await step.run("nothing", () => void ran.push("nothing"));
              return { first, second, nothing };
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go"), data: { n: 1 } }));
            expect(run).toMatchObject({
              status: "Completed",
              output: { first: { n: 2 }, second: 3, nothing: null },
            });
            expect(ran).toEqual(["first", "second", "nothing"]);
          },
        };
      },
    },
    {
      key: "loop",
      name: "a step id used again in a loop is a step of its own each time",
      place: "shared",
      play: ({ own, onGo }) => ({
        functions: [
          onGo(async ({ step }) => {
            const sums: number[] = [];
            for (const n of [1, 2, 3]) sums.push(await step.run("double", () => n * 2));
            return sums;
          }),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: [2, 4, 6] });
        },
      }),
    },
    {
      key: "no-steps",
      name: "a function without steps is called once and its return value is the run's output",
      place: "shared",
      play: ({ own, onGo }) => {
        const runIds: string[] = [];
        return {
          functions: [
            onGo(({ event, runId, attempt }) => {
              runIds.push(runId);
              return { data: event.data, name: event.name, attempt };
            }),
          ],
          see: async (scene) => {
            const data = { text: "naïve ☃ \u{1F600}", list: [1, null, { deep: true }], empty: {} };
            const run = await scene.ended(await scene.send({ name: own("go"), data }));
            expect(run).toMatchObject({
              status: "Completed",
              output: { data, name: own("go"), attempt: 0 },
            });
            expect(runIds).toEqual([run.run_id]);
          },
        };
      },
    },
    {
      key: "send-from-step",
      name: "step.sendEvent sends its events once and gives their ids, and they start other functions",
      place: "shared",
      play: ({ client, own, onGo }) => {
        const heard: unknown[] = [];
        return {
          functions: [
            onGo(
              async ({ step }) => {
                const sent = await step.sendEvent("tell", [
                  { name: own("told"), data: { n: 1 } },
                  { name: own("told"), data: { n: 2 } },
                ]);
                await step.run("after", () => "after");
                return sent;
              },
              { id: own("sender") },
            ),
            client.createFunction(
              { id: own("listener"), retries: 0, triggers: [{ event: own("told") }] },
              ({ event }) => void heard.push([event.id, event.data.n]),
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            const { ids } = run.output as { ids: string[] };
            expect(ids).toHaveLength(2);
            await scene.routed();
            await scene.until("both events", () => heard.length >= 2);
            expect(heard.toSorted()).toEqual(
              [
                [ids[0], 1],
                [ids[1], 2],
              ].toSorted(),
            );
          },
        };
      },
    },
  ],
};

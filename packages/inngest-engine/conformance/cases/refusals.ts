import { expect } from "vitest";
import type { Case, Functions, Stage, Theme } from "../case";
import { needsItsPages } from "../case";

type Options = Parameters<Stage["client"]["createFunction"]>[0];
const unsupported: [string, Partial<Options>][] = [
  ["debounce", { debounce: { period: "5s" } }],
  ["throttle", { throttle: { limit: 1, period: "5s" } }],
  ["rateLimit", { rateLimit: { limit: 1, period: "5s" } }],
  ["priority", { priority: { run: "event.data.n" } }],
  ["singleton", { singleton: { mode: "skip" } }],
  ["timeouts", { timeouts: { start: "10s" } }],
  ["concurrency", { concurrency: { limit: 1, scope: "account", key: "'x'" } }],
];

const cases: Case[] = [
  {
    key: "unsupported",
    name: "a function with an option that is not supported is refused by name; it never runs, the others do",
    place: "shared",
    notReal: needsItsPages,
    play: ({ client, own }) => {
      const ran: string[] = [];
      const functions: Functions = unsupported.map(([option, given]) =>
        client.createFunction(
          {
            id: own(option.toLowerCase()),
            retries: 0,
            triggers: [{ event: own("go") }],
            ...given,
          } as Options,
          () => void ran.push(option),
        ),
      );
      return {
        functions: [
          ...functions,
          client.createFunction(
            { id: own("fine"), retries: 0, triggers: [{ event: own("go") }] },
            () => void ran.push("fine"),
          ),
        ],
        see: async (scene) => {
          const { app } = await scene.ours.health();
          for (const [option] of unsupported) {
            const id = `${scene.client.id}-${own(option.toLowerCase())}`;
            const refusal = app.refused.find(({ functionId }) => functionId === id);
            expect([option, refusal?.option]).toEqual([option, option]);
            expect(refusal?.message).toContain(id);
            expect(scene.ours.logged.some((line) => line.includes(refusal?.message ?? "?"))).toBe(true);
          }
          await scene.ended(await scene.send({ name: own("go") }));
          expect(ran).toEqual(["fine"]);
        },
      };
    },
  },
  {
    key: "unsupported-step",
    name: "a step that is not supported fails the run by name, without further attempts",
    place: "shared",
    notReal: "supports it",
    play: ({ client, own }) => {
      let calls = 0;
      return {
        functions: [
          client.createFunction(
            { id: own("f"), retries: 3, triggers: [{ event: own("go") }] },
            async ({ step }) => {
              calls += 1;
              await step.waitForSignal("a signal", {
                signal: own("signal"),
                timeout: "1h",
                onConflict: "fail",
              });
            },
          ),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({
            status: "Failed",
            output: {
              message: expect.stringMatching(/a signal.*WaitForSignal|WaitForSignal.*a signal/) as string,
            },
          });
          expect(calls).toBe(1);
        },
      };
    },
  },
  {
    key: "unknown-function",
    name: "a function that the app no longer has fails its run and says so, and the next sync forgets it",
    place: "own",
    notReal: needsItsPages,
    play: ({ client, own }) => {
      const later = client.createFunction(
        { id: own("new"), retries: 0, triggers: [{ event: own("go") }] },
        () => "new",
      );
      return {
        functions: [
          client.createFunction(
            { id: own("old"), retries: 0, triggers: [{ event: own("go") }] },
            () => "old",
          ),
        ],
        see: async (scene) => {
          scene.app.serve(scene.client, [later]);
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({
            status: "Failed",
            output: { message: expect.stringContaining("not found") as string },
          });
          await scene.until("the new function", async () =>
            (await scene.ours.health()).app.functions.includes(`${scene.client.id}-${own("new")}`),
          );
          const next = await scene.ended(await scene.send({ name: own("go") }));
          expect(next).toMatchObject({ status: "Completed", output: "new" });
        },
      };
    },
  },
];

export const refusals: Theme = { title: "what is refused", cases };

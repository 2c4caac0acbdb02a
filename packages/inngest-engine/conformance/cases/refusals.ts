import { expect } from "vitest";
import type { Case, Functions, Stage, Theme } from "../case";
import { needsItsPages } from "../case";

type Options = Parameters<Stage["client"]["createFunction"]>[0];
const unsupported: [string, Partial<Options>][] = [
  ["batchEvents", { batchEvents: { maxSize: 5, timeout: "5s" } }],
  ["debounce", { debounce: { period: "5s" } }],
  ["throttle", { throttle: { limit: 1, period: "5s" } }],
  ["rateLimit", { rateLimit: { limit: 1, period: "5s" } }],
  ["priority", { priority: { run: "event.data.n" } }],
  ["singleton", { singleton: { mode: "skip" } }],
  ["timeouts", { timeouts: { start: "10s" } }],
  ["concurrency", { concurrency: { limit: 1, scope: "account", key: "'x'" } }],
  ["idempotency", { idempotency: "steps.data.n" }],
];

const cases: Case[] = [
  {
    key: "unsupported",
    name: "a function with an option that is not supported is refused by name; it never runs, the others do",
    place: "shared",
    notReal: needsItsPages,
    play: ({ client, own, onGo }) => {
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
        functions: [...functions, onGo(() => void ran.push("fine"), { id: own("fine") })],
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
    play: ({ own, onGo }) => {
      let calls = 0;
      return {
        functions: [
          onGo(
            async ({ step }) => {
              calls += 1;
              await step.waitForSignal("a signal", {
                signal: own("signal"),
                timeout: "1h",
                onConflict: "fail",
              });
            },
            { retries: 3 },
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
    play: ({ own, onGo }) => {
      const later = onGo(() => "new", { id: own("new") });
      return {
        functions: [onGo(() => "old", { id: own("old") })],
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

import { NonRetriableError, referenceFunction } from "inngest";
import { expect } from "vitest";
import type { Case, Theme } from "../case";

const hourMs = 3_600_000;

const cases: Case[] = [
  {
    key: "invoke",
    name: "step.invoke calls a function with its data, waits for it, and gets what it returned",
    place: "shared",
    play: ({ client, own, onGo }) => {
      const called: unknown[] = [];
      const callee = client.createFunction(
        { id: own("callee"), retries: 0, triggers: [{ event: own("never sent") }] },
        async ({ event, step }) => {
          called.push([event.name, event.data.n]);
          return { twice: await step.run("double", () => (event.data.n as number) * 2) };
        },
      );
      return {
        functions: [
          callee,
          onGo(async ({ step }) => {
            const answer = await step.invoke("call", { function: callee, data: { n: 21 } });
            return await step.run("after", () => answer.twice);
          }),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: 42 });
          expect(called.length).toBeGreaterThan(0);
          expect(called[0]).toEqual(["inngest/function.invoked", 21]);
        },
      };
    },
  },
  {
    key: "invoke-error",
    name: "step.invoke throws the error of the function it called, and the caller may catch it",
    place: "shared",
    play: ({ client, own, onGo }) => {
      const callee = client.createFunction(
        { id: own("callee"), retries: 0, triggers: [{ event: own("never sent") }] },
        () => {
          throw new NonRetriableError("the callee broke");
        },
      );
      return {
        functions: [
          callee,
          onGo(
            async ({ step }) => {
              const caught = await step
                .invoke("call", { function: callee, data: {} })
                .catch((error: Error) => error.message);
              return await step.run("after", () => caught);
            },
            { retries: 3 },
          ),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed" });
          expect(run.output).toContain("the callee broke");
        },
      };
    },
  },
  {
    key: "invoke-timeout",
    name: "step.invoke with a timeout throws when it is up; the function it called goes on",
    place: "clock",
    play: ({ client, own, span, onGo }) => {
      const ran: string[] = [];
      const callee = client.createFunction(
        { id: own("callee"), retries: 0, triggers: [{ event: own("never sent") }] },
        async ({ step }) => {
          await step.run("started", () => void ran.push("started"));
          await step.sleep("nap", span("30d", "6s"));
          await step.run("finished", () => void ran.push("finished"));
        },
      );
      return {
        functions: [
          callee,
          onGo(
            async ({ step }) =>
              await step
                .invoke("call", { function: callee, data: {}, timeout: span("1h", "2s") })
                .then(() => "returned")
                .catch((error: Error) => error.message),
            { retries: 3 },
          ),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await scene.until("the callee", () => ran.length === 1);
          const run = await scene.until("the caller's end", async () => {
            scene.pass(hourMs / 4);
            return (await scene.runs(id)).find(({ status }) => status !== "Running");
          });
          expect(run).toMatchObject({ status: "Completed" });
          expect(run.output).toContain("Timed out");
          expect(ran).toEqual(["started"]);
          await scene.until("the callee's end", () => {
            scene.pass(24 * hourMs);
            return ran.includes("finished");
          });
        },
      };
    },
  },
  {
    key: "invoke-unknown",
    name: "step.invoke of a function that nobody serves throws instead of waiting",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [
        onGo(
          async ({ step }) =>
            await step
              .invoke("call", { function: referenceFunction({ functionId: own("nobody") }), data: {} })
              .then(() => "returned")
              .catch((error: Error) => error.message),
        ),
      ],
      see: async (scene) => {
        const run = await scene.ended(await scene.send({ name: own("go") }));
        expect(run).toMatchObject({ status: "Completed" });
        expect(run.output).toMatch(/not|find|found/i);
        expect(run.output).not.toBe("returned");
      },
    }),
  },
  {
    key: "invoke-many",
    name: "parallel invocations of one function each get their own answer",
    place: "shared",
    play: ({ client, own, onGo }) => {
      const callee = client.createFunction(
        { id: own("callee"), retries: 0, triggers: [{ event: own("never sent") }] },
        ({ event }) => (event.data.n as number) * 10,
      );
      return {
        functions: [
          callee,
          onGo(
            async ({ step }) =>
              await Promise.all(
                [1, 2, 3].map((n) => step.invoke(`call ${n}`, { function: callee, data: { n } })),
              ),
          ),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: [10, 20, 30] });
        },
      };
    },
  },
];

export const invoking: Theme = { title: "functions that call functions", cases };

import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Case, Theme } from "../case";
import { needsItsPages } from "../case";

const hourMs = 3_600_000;

/**
 * How a case knows that a wait stands: the planned step beside it is called only after the answer that held both was
 * written. An event sent from then on finds the wait.
 */
const cases: Case[] = [
  {
    key: "wait-match",
    name: "a wait ends with the first event that matches, and gets it whole; others leave it waiting",
    place: "shared",
    play: ({ own, onGo }) => {
      const standing = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", {
                event: own("reply"),
                timeout: "1h",
                if: "async.data.order == event.data.order && async.data.n > 1",
              }),
              step.run("standing", () => (standing.open(), standing.pass())),
            ]);
            return found;
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go"), data: { order: "a" } });
          await standing.reached;
          const reply = (order: string, n: number) => scene.send({ name: own("reply"), data: { order, n } });
          await reply("b", 5);
          await reply("a", 1);
          const matching = await reply("a", 2);
          await reply("a", 3);
          expect(await scene.ended(id)).toMatchObject({
            status: "Completed",
            output: { id: matching, name: own("reply"), data: { order: "a", n: 2 } },
          });
        },
      };
    },
  },
  {
    key: "wait-field",
    name: "a wait with `match` wants the same value in both events, and an event without the field does not match",
    place: "shared",
    play: ({ own, onGo }) => {
      const standing = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: "1h", match: "data.order" }),
              step.run("standing", () => (standing.open(), standing.pass())),
            ]);
            return found?.data.mark;
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go"), data: { order: 7 } });
          await standing.reached;
          const reply = (data: Record<string, unknown>) => scene.send({ name: own("reply"), data });
          await reply({ mark: "none" });
          await reply({ order: "8", mark: "other" });
          await reply({ order: 7, mark: "right" });
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "right" });
        },
      };
    },
  },
  {
    key: "wait-unmatched",
    name: "a wait with `match` is not ended by an event that lacks the field like the run's own, nor for a text that no server matches",
    place: "shared",
    play: ({ own, onGo }) => {
      let standing = 0;
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: "3s", match: "data.order" }),
              step.run("standing", () => void (standing += 1)),
            ]);
            return { found };
          }),
        ],
        see: async (scene) => {
          const orders = [{}, ...['a"b', "a\\b", "a\nb", "a\0b"].map((order) => ({ order }))];
          const ids: string[] = [];
          for (const data of orders) ids.push(await scene.send({ name: own("go"), data }));
          await scene.until("all waits", () => standing === orders.length);
          for (const data of orders) await scene.send({ name: own("reply"), data });
          for (const id of ids) expect(await scene.ended(id)).toMatchObject({ output: { found: null } });
        },
      };
    },
  },
  {
    key: "wait-alone",
    name: "a wait that is the function's only open step ends, and the steps after it run",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [
        onGo(async ({ step }) => {
          const first = await step.run("first", () => 1);
          const found = await step.waitForEvent("reply", { event: own("reply"), timeout: "1h" });
          return await step.run("after", () => first + (found?.data.n as number));
        }),
      ],
      see: async (scene) => {
        const id = await scene.send({ name: own("go") });
        // Nothing tells when the wait stands: the event is sent until the run has ended.
        const run = await scene.until("the run to end", async () => {
          await scene.send({ name: own("reply"), data: { n: 2 } });
          await scene.routed();
          return (await scene.runs(id)).find(({ status }) => status === "Completed");
        });
        expect(run.output).toBe(3);
      },
    }),
  },
  {
    key: "wait-many",
    name: "one event ends the waits of every run that waits for it",
    place: "shared",
    play: ({ own, onGo }) => {
      let standing = 0;
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: "1h" }),
              step.run("standing", () => void (standing += 1)),
            ]);
            return found?.data.mark;
          }),
        ],
        see: async (scene) => {
          const ids = [await scene.send({ name: own("go") }), await scene.send({ name: own("go") })];
          await scene.until("both waits", () => standing === 2);
          await scene.send({ name: own("reply"), data: { mark: "both" } });
          for (const id of ids) expect(await scene.ended(id)).toMatchObject({ output: "both" });
        },
      };
    },
  },
  {
    key: "wait-timeout",
    name: "a wait whose time is up ends with null, not before, and a later event changes nothing",
    place: "clock",
    play: ({ own, span, onGo }) => {
      const standing = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: span("1h", "3s") }),
              step.run("standing", () => (standing.open(), standing.pass())),
            ]);
            return { found };
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await standing.reached;
          if (!scene.isReal) {
            scene.pass(hourMs - 1_000);
            await scene.routed();
            expect((await scene.runs(id))[0]).toMatchObject({ status: "Running" });
            scene.pass(1_000);
          }
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: { found: null } });
          await scene.send({ name: own("reply") });
          await scene.routed();
          expect(await scene.runs(id)).toMatchObject([{ output: { found: null } }]);
        },
      };
    },
  },
  {
    key: "wait-early",
    name: "an event sent before the wait stands is missed",
    place: "clock",
    play: ({ own, span, onGo }) => {
      const gate = createBarrier();
      const standing = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => {
            await step.run("before", () => gate.pass());
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: span("1h", "3s") }),
              step.run("standing", () => (standing.open(), standing.pass())),
            ]);
            return { found };
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          await scene.send({ name: own("reply") });
          await scene.routed();
          gate.open();
          await standing.reached;
          scene.pass(hourMs);
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: { found: null } });
        },
      };
    },
  },
  {
    key: "wait-race",
    name: "an event and the end of the time, however close, end a wait once",
    place: "clock",
    notReal: needsItsPages,
    play: ({ own, onGo }) => {
      const standing = createBarrier();
      let ends = 0;
      return {
        functions: [
          onGo(async ({ step }) => {
            const [found] = await Promise.all([
              step.waitForEvent("reply", { event: own("reply"), timeout: "1h" }),
              step.run("standing", () => (standing.open(), standing.pass())),
            ]);
            await step.run("after", () => void (ends += 1));
            return found ? "event" : "time";
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await standing.reached;
          scene.pass(hourMs);
          await scene.send({ name: own("reply") });
          const { output } = await scene.ended(id);
          expect(["event", "time"]).toContain(output);
          expect(ends).toBe(1);
        },
      };
    },
  },
  {
    key: "wait-nonsense",
    name: "a wait whose expression is none fails the run and says so, instead of waiting for nothing",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [
        onGo(
          async ({ step }) =>
            await step.waitForEvent("reply", { event: own("reply"), timeout: "1h", if: "async.data.n ==" }),
          { retries: 3 },
        ),
      ],
      see: async (scene) => {
        const run = await scene.ended(await scene.send({ name: own("go") }));
        expect(run.status).toBe("Failed");
      },
    }),
  },
];

export const waiting: Theme = { title: "waiting for an event", cases };

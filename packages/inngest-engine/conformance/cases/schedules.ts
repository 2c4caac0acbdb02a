import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Theme } from "../case";
import { needsItsClock } from "../case";

const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

export const schedules: Theme = {
  title: "time",
  cases: [
    {
      key: "sleep",
      name: "step.sleep lets its time pass, not less, and what ran before it does not run again",
      place: "clock",
      play: ({ own, span, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              await step.run("before", () => void ran.push("before"));
              await step.sleep("nap", span("30d", "2s"));
              await step.run("after", () => void ran.push("after"));
            }),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            await scene.until("the step before", () => ran.length === 1);
            if (!scene.isReal) {
              await scene.until("the sleep", async () => (await scene.ours.health()).queue.scheduled > 0);
              scene.pass(30 * dayMs - 1_000);
              await scene.routed();
              expect(ran).toEqual(["before"]);
              scene.pass(1_000);
            }
            expect(await scene.ended(id)).toMatchObject({ status: "Completed" });
            expect(ran).toEqual(["before", "after"]);
          },
        };
      },
    },
    {
      key: "sleep-nothing",
      name: "step.sleep of zero or less goes on at once",
      place: "shared",
      play: ({ own, onGo }) => ({
        functions: [
          onGo(async ({ step }) => {
            await step.sleep("zero", 0);
            await step.sleep("zero seconds", "0s");
            await step.sleep("less than nothing", -5_000);
            return "awake";
          }),
        ],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: "awake" });
        },
      }),
    },
    {
      key: "sleep-until",
      name: "step.sleepUntil wakes at its instant, and at once where that has passed",
      place: "clock",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ event, step }) => {
              await step.sleepUntil("long past", new Date(0));
              await step.run("between", () => void ran.push("between"));
              await step.sleepUntil("soon", event.data.until);
              ran.push("after");
            }),
          ],
          see: async (scene) => {
            const waitMs = scene.isReal ? 3_000 : dayMs;
            const until = new Date(scene.now() + waitMs).toISOString();
            const id = await scene.send({ name: own("go"), data: { until } });
            await scene.until("the step between", () => ran.length === 1);
            if (!scene.isReal) {
              await scene.until("the sleep", async () => (await scene.ours.health()).queue.scheduled > 0);
              scene.pass(waitMs - 1_000);
              await scene.routed();
              expect(ran).toEqual(["between"]);
              scene.pass(1_000);
            }
            expect(await scene.ended(id)).toMatchObject({ status: "Completed" });
            expect(ran).toEqual(["between", "after"]);
          },
        };
      },
    },
    {
      key: "future-ts",
      name: "an event with a time in the future starts its functions then and not before",
      place: "clock",
      play: ({ own, onGo }) => {
        const started: unknown[] = [];
        return {
          functions: [onGo(({ event }) => void started.push(event.data.mark))],
          see: async (scene) => {
            const laterMs = scene.isReal ? 4_000 : dayMs;
            const ts = scene.now() + laterMs;
            const id = await scene.send({ name: own("go"), data: { mark: "later" }, ts });
            await scene.send({ name: own("go"), data: { mark: "now" } });
            await scene.routed();
            await scene.until("the event without delay", () => started.length > 0);
            expect(started).toEqual(["now"]);
            scene.pass(laterMs - 1_000);
            await scene.routed();
            if (!scene.isReal) expect(started).toEqual(["now"]);
            scene.pass(1_000);
            expect(await scene.ended(id)).toMatchObject({ status: "Completed" });
            expect(started).toEqual(["now", "later"]);
          },
        };
      },
    },
    {
      key: "cron",
      name: "a schedule fires at its tick, once",
      place: "clock",
      play: ({ client, own }) => {
        const fired: unknown[] = [];
        return {
          functions: [
            client.createFunction(
              { id: own("f"), retries: 0, triggers: [{ cron: "* * * * *" }] },
              ({ event }) => void fired.push(event.data),
            ),
          ],
          see: async (scene) => {
            // Others may have moved the clock before: what that has started is over first.
            await scene.routed();
            const before = fired.length;
            for (const ticks of [1, 2, 3]) {
              scene.pass(minuteMs);
              await scene.until("the tick", () => fired.length > before + ticks - 1);
              await scene.routed();
              expect(fired).toHaveLength(before + ticks);
            }
            expect(fired.at(-1)).toMatchObject({ cron: "* * * * *" });
          },
        };
      },
    },
    {
      key: "cron-missed",
      name: "a schedule that missed ticks while nothing ran fires once for them, and then at its ticks again",
      place: "clock",
      notReal: needsItsClock,
      play: ({ client, own }) => {
        const fired: unknown[] = [];
        return {
          functions: [
            client.createFunction(
              { id: own("f"), retries: 0, triggers: [{ cron: "TZ=Europe/Rome 0 9 * * *" }] },
              () => void fired.push("fired"),
            ),
          ],
          see: async (scene) => {
            await scene.routed();
            const before = fired.length;
            scene.pass(5 * dayMs);
            await scene.until("the missed ticks", () => fired.length > before);
            await scene.routed();
            expect(fired).toHaveLength(before + 1);
            scene.pass(dayMs);
            await scene.until("the next tick", () => fired.length > before + 1);
            await scene.routed();
            expect(fired).toHaveLength(before + 2);
          },
        };
      },
    },
    {
      key: "clock-forward",
      name: "a clock that jumps far ahead while a step runs does not call the step a second time",
      place: "clock",
      notReal: needsItsClock,
      play: ({ own, onGo }) => {
        const gate = createBarrier();
        let calls = 0;
        return {
          functions: [
            onGo(
              async ({ step }) =>
                await step.run("long", async () => {
                  calls += 1;
                  await gate.pass();
                  return calls;
                }),
              { retries: 3 },
            ),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            await gate.reached;
            for (const ms of [11 * minuteMs, dayMs, 300 * dayMs]) {
              scene.pass(ms);
              await scene.routed();
            }
            gate.open();
            expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: 1 });
          },
        };
      },
    },
    {
      key: "clock-backward",
      name: "a clock that is set back ends no run, repeats none, and new events start at once",
      place: "clock",
      notReal: needsItsClock,
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ event, step }) => {
              await step.run("work", () => void ran.push(event.data.mark));
              if (event.data.sleeps) await step.sleep("nap", "1h");
              return event.data.mark;
            }),
          ],
          see: async (scene) => {
            const sleeper = await scene.send({ name: own("go"), data: { mark: "sleeps", sleeps: true } });
            await scene.until("the sleep", async () => (await scene.ours.health()).queue.scheduled > 0);
            scene.pass(-2 * 3_600_000);
            await scene.ended(await scene.send({ name: own("go"), data: { mark: "past" } }));
            expect((await scene.runs(sleeper))[0]).toMatchObject({ status: "Running" });
            scene.pass(3 * 3_600_000 + 1_000);
            expect(await scene.ended(sleeper)).toMatchObject({ status: "Completed" });
            expect(ran).toEqual(["sleeps", "past"]);
          },
        };
      },
    },
  ],
};

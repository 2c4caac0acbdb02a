import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Theme } from "../case";

export const concurrency: Theme = {
  title: "concurrency",
  cases: [
    {
      key: "one-at-a-time",
      name: "concurrency 1 runs one at a time and all in the end, and holds up no other function",
      place: "shared",
      play: ({ own, onGo }) => {
        const gate = createBarrier();
        const ran: unknown[] = [];
        let together = 0;
        let most = 0;
        return {
          functions: [
            onGo(
              async ({ event, step }) =>
                await step.run("work", async () => {
                  together += 1;
                  most = Math.max(most, together);
                  if (event.data.n === 0) await gate.pass();
                  together -= 1;
                  ran.push(event.data.n);
                }),
              { concurrency: 1 },
            ),
            onGo(({ event }) => void ran.push(`free ${event.data.n}`), { id: own("free") }),
          ],
          see: async (scene) => {
            await scene.send({ name: own("go"), data: { n: 0 } });
            await gate.reached;
            for (const n of [1, 2, 3, 4]) await scene.send({ name: own("go"), data: { n } });
            await scene.until("the other function", () => ran.length === 5);
            expect(ran.every((name) => String(name).startsWith("free"))).toBe(true);
            gate.open();
            await scene.until("all of them", () => ran.length === 10);
            expect(most).toBe(1);
          },
        };
      },
    },
    {
      key: "by-key",
      name: "concurrency with a key holds back events of the same key only",
      place: "shared",
      play: ({ own, onGo }) => {
        const gate = createBarrier();
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ event }) => {
                if (event.data.mark === "a1") await gate.pass();
                ran.push(event.data.mark);
              },
              { concurrency: { limit: 1, key: "event.data.lane" } },
            ),
          ],
          see: async (scene) => {
            const go = (lane: string, mark: string) => scene.send({ name: own("go"), data: { lane, mark } });
            await go("a", "a1");
            await gate.reached;
            await go("a", "a2");
            await go("b", "b1");
            await scene.until("the other lane", () => ran.length > 0);
            await scene.routed();
            expect(ran).toEqual(["b1"]);
            gate.open();
            await scene.until("both", () => ran.length === 3);
            expect(ran).toEqual(["b1", "a1", "a2"]);
          },
        };
      },
    },
    {
      key: "two-limits",
      name: "with two limits a function keeps both: its own and that of the key",
      place: "shared",
      play: ({ own, onGo }) => {
        const gate = createBarrier();
        const running = new Map<string, number>();
        let most = 0;
        let mostOfLane = 0;
        let done = 0;
        return {
          functions: [
            onGo(
              async ({ event }) => {
                const lane = String(event.data.lane);
                running.set(lane, (running.get(lane) ?? 0) + 1);
                mostOfLane = Math.max(mostOfLane, running.get(lane) ?? 0);
                const all = [...running.values()].reduce((sum, count) => sum + count, 0);
                most = Math.max(most, all);
                if (all === 2) gate.open();
                await gate.pass();
                running.set(lane, (running.get(lane) ?? 0) - 1);
                done += 1;
              },
              { concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.lane" }] },
            ),
          ],
          see: async (scene) => {
            for (const lane of ["a", "a", "b", "c", "b"])
              await scene.send({ name: own("go"), data: { lane } });
            await scene.until("all of them", () => done === 5);
            expect({ most, mostOfLane }).toEqual({ most: 2, mostOfLane: 1 });
          },
        };
      },
    },
    {
      key: "asleep",
      name: "a run that sleeps takes no place of the limit",
      place: "clock",
      play: ({ own, span, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ event, step }) => {
                if (event.data.sleeps) await step.sleep("nap", span("1h", "5s"));
                ran.push(event.data.mark);
              },
              { concurrency: 1 },
            ),
          ],
          see: async (scene) => {
            const go = (mark: string, sleeps: boolean) =>
              scene.send({ name: own("go"), data: { mark, sleeps } });
            const sleeper = await go("sleeper", true);
            await go("awake", false);
            await scene.until("the other run", () => ran.length > 0);
            expect(ran).toEqual(["awake"]);
            scene.pass(3_600_000);
            await scene.ended(sleeper);
            expect(ran).toEqual(["awake", "sleeper"]);
          },
        };
      },
    },
  ],
};

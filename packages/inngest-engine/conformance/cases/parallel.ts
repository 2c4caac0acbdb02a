import { NonRetriableError } from "inngest";
import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Theme } from "../case";

export const parallel: Theme = {
  title: "parallel steps",
  cases: [
    {
      key: "side-by-side",
      name: "parallel steps run at the same time, each once, and the function goes on when all have finished",
      place: "shared",
      play: ({ own, onGo }) => {
        const together = createBarrier();
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              const body = async (name: string): Promise<string> => {
                ran.push(name);
                if (ran.length === 3) together.open();
                await together.pass();
                return name;
              };
              const results = await Promise.all(
                ["x", "y", "z"].map((name) => step.run(name, () => body(name))),
              );
              return await step.run("join", () => results.join(""));
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: "xyz" });
            expect(ran.toSorted()).toEqual(["x", "y", "z"]);
          },
        };
      },
    },
    {
      key: "nested",
      name: "parallel branches may hold steps and groups of their own, and every step runs once",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              const one = (name: string) => step.run(name, () => (ran.push(name), name));
              const branch = async (name: string): Promise<string> => {
                const first = await one(`${name}1`);
                const rest = await Promise.all([one(`${name}2`), one(`${name}3`)]);
                return [first, ...rest].join(" ");
              };
              const branches = await Promise.all([branch("a"), branch("b"), one("c")]);
              return [...branches, await one("end")];
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: ["a1 a2 a3", "b1 b2 b3", "c", "end"] });
            expect(ran.toSorted()).toEqual(["a1", "a2", "a3", "b1", "b2", "b3", "c", "end"]);
          },
        };
      },
    },
    {
      key: "one-fails",
      name: "a step that fails for good in a group spoils no other: the function sees each result",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step }) => {
                const settled = await Promise.allSettled([
                  step.run("good", () => (ran.push("good"), 1)),
                  step.run("bad", () => {
                    ran.push("bad");
                    throw new NonRetriableError("broken");
                  }),
                  step.run("fine", () => (ran.push("fine"), 2)),
                ]);
                return settled.map((result) =>
                  result.status === "fulfilled" ? result.value : (result.reason as Error).message,
                );
              },
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: [1, "broken", 2] });
            expect(ran.toSorted()).toEqual(["bad", "fine", "good"]);
          },
        };
      },
    },
    {
      key: "group-fails",
      name: "a step that fails for good in a group, caught by nobody, fails the run once",
      place: "shared",
      play: ({ own, onGo }) => {
        const handled: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step }) => {
                await Promise.all([
                  step.run("good", () => 1),
                  step.run("bad", () => {
                    throw new NonRetriableError("broken");
                  }),
                ]);
              },
              { onFailure: ({ error }) => void handled.push(error.message) },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Failed", output: { message: "broken" } });
            await scene.until("onFailure", () => handled.length > 0);
            await scene.routed();
            expect(handled).toEqual(["broken"]);
          },
        };
      },
    },
    {
      key: "group-retries",
      name: "a step of a group is tried again by its own count, and the others are not run again",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step, attempt }) =>
                await Promise.all([
                  step.run("steady", () => (ran.push("steady"), "steady")),
                  step.run("shaky", () => {
                    ran.push(`shaky${attempt}`);
                    if (attempt < 2) throw again("not yet");
                    return "shaky";
                  }),
                ]),
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: ["steady", "shaky"] });
            expect(ran.toSorted()).toEqual(["shaky0", "shaky1", "shaky2", "steady"]);
          },
        };
      },
    },
    {
      key: "race",
      name: "Promise.race has one winner for the whole run, and every step of it runs once",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              const one = (name: string) => step.run(name, () => (ran.push(name), name));
              const winner = await Promise.race([one("a"), one("b"), one("c")]);
              const told = await step.run("told", () => winner);
              const second = await step.run("told again", () => winner);
              return [winner, told, second];
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run.status).toBe("Completed");
            const [winner, told, second] = run.output as string[];
            expect(["a", "b", "c"]).toContain(winner);
            expect([told, second]).toEqual([winner, winner]);
            expect(ran.toSorted()).toEqual(["a", "b", "c"]);
          },
        };
      },
    },
    {
      key: "group-race",
      name: "group.parallel in race mode goes on with its first step while another still runs",
      place: "shared",
      play: ({ own, onGo }) => {
        const gate = createBarrier();
        const after: unknown[] = [];
        return {
          functions: [
            onGo(async ({ step, group }) => {
              const winner = await group.parallel({ mode: "race" }, () =>
                Promise.race([
                  step.run("slow", async () => (await gate.pass(), "slow")),
                  step.run("fast", async () => (await gate.reached, "fast")),
                ]),
              );
              await step.run("after", () => void after.push(winner));
              return winner;
            }),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            await scene.until("the step after the race", () => after.length === 1);
            gate.open();
            expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "fast" });
            expect(after).toEqual(["fast"]);
          },
        };
      },
    },
    {
      key: "sleep-beside",
      name: "a sleep beside a step holds up neither: the step runs at once, the function goes on after the sleep",
      place: "clock",
      play: ({ own, span, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              await Promise.all([
                step.sleep("nap", span("1h", "2s")),
                step.run("beside", () => void ran.push("beside")),
              ]);
              await step.run("after", () => void ran.push("after"));
            }),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            await scene.until("the step beside", () => ran.length === 1);
            await scene.routed();
            expect(ran).toEqual(["beside"]);
            scene.pass(3_600_000);
            expect(await scene.ended(id)).toMatchObject({ status: "Completed" });
            expect(ran).toEqual(["beside", "after"]);
          },
        };
      },
    },
  ],
};

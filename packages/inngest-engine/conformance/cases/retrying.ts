import { NonRetriableError, RetryAfterError } from "inngest";
import { expect } from "vitest";
import type { Theme } from "../case";

const hourMs = 3_600_000;

export const retrying: Theme = {
  title: "attempts",
  cases: [
    {
      key: "retry-step",
      name: "a failing step is tried again by its own count, and the next step counts from zero",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const tried: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step, attempt }) => {
                await step.run("before", () => void tried.push("before"));
                await step.run("a", () => {
                  tried.push(`a${attempt}`);
                  if (attempt < 2) throw again("not yet");
                });
                await step.run("b", () => {
                  tried.push(`b${attempt}`);
                  if (attempt < 1) throw again("not yet");
                });
                return "done";
              },
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: "done" });
            expect(tried).toEqual(["before", "a0", "a1", "a2", "b0", "b1"]);
          },
        };
      },
    },
    {
      key: "retry-function",
      name: "an error between steps calls the function again, and no finished step",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step, attempt }) => {
                const kept = await step.run("kept", () => (ran.push("kept"), ran.length));
                ran.push(`between ${attempt}`);
                if (attempt < 1) throw again("not yet");
                return await step.run("after", () => kept + 1);
              },
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: 2 });
            expect(ran.filter((name) => name === "kept")).toHaveLength(1);
            expect(ran).toContain("between 1");
          },
        };
      },
    },
    {
      key: "exhausted",
      name: "a function that keeps failing is called retries + 1 times, then its run has failed with the last error",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const attempts: number[] = [];
        return {
          functions: [
            onGo(
              ({ attempt }) => {
                attempts.push(attempt);
                throw again(`attempt ${attempt}`);
              },
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Failed", output: { message: "attempt 2" } });
            expect(attempts).toEqual([0, 1, 2]);
          },
        };
      },
    },
    {
      key: "backoff",
      name: "without a time of its own a failed attempt is repeated by the server's backoff, each wait longer",
      place: "own",
      notReal: "waits for the server's backoff of 15 s and more",
      engine: { retryMs: 60_000 },
      play: ({ own, onGo }) => {
        const attempts: number[] = [];
        return {
          functions: [
            onGo(
              ({ attempt }) => {
                attempts.push(attempt);
                if (attempt < 2) throw new Error("not yet");
                return "done";
              },
              { retries: 2 },
            ),
          ],
          see: async (scene) => {
            const id = await scene.send({ name: own("go") });
            for (const [failed, waitMs] of [60_000, 120_000].entries()) {
              await scene.until("the wait", async () => (await scene.ours.health()).queue.scheduled === 1);
              scene.pass(waitMs - 1_000);
              await scene.routed();
              expect(attempts).toHaveLength(failed + 1);
              // Up to half as much again: a server may scatter its repeats.
              scene.pass(waitMs / 2 + 1_000);
              await scene.until("the next attempt", () => attempts.length === failed + 2);
            }
            expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "done" });
          },
        };
      },
    },
    {
      key: "non-retriable",
      name: "NonRetriableError fails the run at the first attempt",
      place: "shared",
      play: ({ own, onGo }) => {
        let calls = 0;
        return {
          functions: [
            onGo(
              () => {
                calls += 1;
                throw new NonRetriableError("no use");
              },
              { retries: 5 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Failed", output: { message: "no use" } });
            expect(calls).toBe(1);
          },
        };
      },
    },
    {
      key: "non-retriable-step",
      name: "NonRetriableError in a step ends the step at once, and the function may catch it and go on",
      place: "shared",
      play: ({ own, onGo }) => {
        let calls = 0;
        return {
          functions: [
            onGo(
              async ({ step }) => {
                const caught = await step
                  .run("breaks", () => {
                    calls += 1;
                    throw new NonRetriableError("no use");
                  })
                  .catch((error: Error) => error.message);
                return await step.run("after", () => `caught ${String(caught)}`);
              },
              { retries: 5 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: "caught no use" });
            expect(calls).toBe(1);
          },
        };
      },
    },
    {
      key: "retry-after",
      name: "RetryAfterError is obeyed: nothing happens before its time, and the next attempt at it",
      place: "clock",
      play: ({ own, span, onGo }) => {
        const calledAt: number[] = [];
        let now = Date.now;
        return {
          functions: [
            onGo(
              ({ attempt }) => {
                calledAt.push(now());
                if (attempt === 0) throw new RetryAfterError("busy", span("1h", "3s"));
                return "done";
              },
              { retries: 1 },
            ),
          ],
          see: async (scene) => {
            now = scene.now;
            const id = await scene.send({ name: own("go") });
            await scene.until("the first attempt", () => calledAt.length === 1);
            if (!scene.isReal) {
              await scene.until("the wait", async () => (await scene.ours.health()).queue.scheduled > 0);
              scene.pass(hourMs - 1_000);
              await scene.routed();
              expect(calledAt).toHaveLength(1);
              scene.pass(1_000);
            }
            expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "done" });
            const [first = 0, second = 0] = calledAt;
            expect(second - first).toBeGreaterThanOrEqual(scene.isReal ? 2_000 : hourMs);
          },
        };
      },
    },
  ],
};

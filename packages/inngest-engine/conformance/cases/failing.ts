import { NonRetriableError } from "inngest";
import { expect } from "vitest";
import type { Theme } from "../case";

export const failing: Theme = {
  title: "failure and what follows from it",
  cases: [
    {
      key: "step-caught",
      name: "a step's error can be caught once its attempts are used up, and is remembered",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step }) => {
                const caught = await step
                  .run("breaks", () => {
                    ran.push("breaks");
                    throw again("broken");
                  })
                  .catch((error: Error) => ({ name: error.name, message: error.message }));
                await step.run("after", () => void ran.push("after"));
                return caught;
              },
              { retries: 1 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: { message: "broken" } });
            expect(ran).toEqual(["breaks", "breaks", "after"]);
          },
        };
      },
    },
    {
      key: "step-uncaught",
      name: "a step's error that nobody catches fails the run without calling the step again",
      place: "shared",
      play: ({ own, again, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              async ({ step }) => {
                await step.run("breaks", () => {
                  ran.push("breaks");
                  throw again("broken");
                });
                ran.push("never");
              },
              { retries: 1 },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Failed", output: { message: "broken" } });
            expect(ran).toEqual(["breaks", "breaks"]);
          },
        };
      },
    },
    {
      key: "on-failure",
      name: "onFailure runs once, with the error, the run and the event of the run that failed",
      place: "shared",
      play: ({ own, onGo }) => {
        const handled: unknown[] = [];
        return {
          functions: [
            onGo(
              () => {
                throw new NonRetriableError("lost");
              },
              {
                onFailure: ({ event, error }) =>
                  void handled.push({
                    name: event.name,
                    functionId: event.data.function_id,
                    runId: event.data.run_id,
                    data: event.data.event.data,
                    message: error.message,
                  }),
              },
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go"), data: { n: 7 } }));
            await scene.until("onFailure", () => handled.length > 0);
            await scene.routed();
            expect(handled).toEqual([
              {
                name: "inngest/function.failed",
                functionId: `${scene.client.id}-${own("f")}`,
                runId: run.run_id,
                data: { n: 7 },
                message: "lost",
              },
            ]);
          },
        };
      },
    },
    {
      key: "function-failed",
      name: "inngest/function.failed reaches every function that listens to it, and tells which failed and why",
      place: "shared",
      play: ({ client, own, onGo }) => {
        const heard: Record<string, unknown>[] = [];
        const id = `${client.id}-${own("f")}`;
        return {
          functions: [
            onGo(() => {
              throw new NonRetriableError("lost");
            }),
            client.createFunction(
              {
                id: own("observer"),
                retries: 0,
                triggers: [{ event: "inngest/function.failed", if: `event.data.function_id == "${id}"` }],
              },
              ({ event }) => void heard.push(event.data as unknown as Record<string, unknown>),
            ),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go"), data: { n: 7 } }));
            await scene.until("the event", () => heard.length > 0);
            await scene.routed();
            expect(heard).toHaveLength(1);
            expect(heard[0]).toMatchObject({
              function_id: id,
              run_id: run.run_id,
              error: { message: "lost" },
              event: { name: own("go"), data: { n: 7 } },
            });
          },
        };
      },
    },
    {
      key: "error-cause",
      name: "the cause of an error reaches onFailure and inngest/function.failed",
      place: "shared",
      play: ({ client, own, onGo }) => {
        const causes: unknown[] = [];
        const id = `${client.id}-${own("f")}`;
        return {
          functions: [
            onGo(
              () => {
                throw new NonRetriableError("lost", { cause: new Error("the disk is full") });
              },
              { onFailure: ({ error }) => void causes.push((error.cause as Error).message) },
            ),
            client.createFunction(
              {
                id: own("observer"),
                retries: 0,
                triggers: [{ event: "inngest/function.failed", if: `event.data.function_id == "${id}"` }],
              },
              ({ event }) => void causes.push((event.data.error.cause as Error).message),
            ),
          ],
          see: async (scene) => {
            await scene.ended(await scene.send({ name: own("go") }));
            await scene.until("both", () => causes.length >= 2);
            expect(causes).toEqual(["the disk is full", "the disk is full"]);
          },
        };
      },
    },
    {
      key: "failing-on-failure",
      name: "an onFailure that fails itself starts no further onFailure",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: string[] = [];
        return {
          functions: [
            onGo(
              () => {
                throw new NonRetriableError("lost");
              },
              {
                onFailure: ({ event }) => {
                  ran.push(event.data.function_id);
                  throw new NonRetriableError("and again");
                },
              },
            ),
          ],
          see: async (scene) => {
            await scene.ended(await scene.send({ name: own("go") }));
            await scene.until("onFailure", () => ran.length > 0);
            for (let round = 0; round < 3; round += 1) await scene.routed();
            expect(ran).toEqual([`${scene.client.id}-${own("f")}`]);
          },
        };
      },
    },
  ],
};

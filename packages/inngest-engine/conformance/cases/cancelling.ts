import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { Case, Theme } from "../case";

const cases: Case[] = [
  {
    key: "cancel-asleep",
    name: "a run that sleeps is cancelled by its event: nothing of it runs any more, nor onFailure",
    place: "clock",
    play: ({ own, span, onGo }) => {
      const ran: string[] = [];
      return {
        functions: [
          onGo(
            async ({ event, step }) => {
              await step.run("before", () => void ran.push(`before ${event.data.order}`));
              await step.sleep("nap", span("1h", "5s"));
              await step.run("after", () => void ran.push(`after ${event.data.order}`));
            },
            {
              cancelOn: [{ event: own("stop"), if: "async.data.order == event.data.order" }],
              onFailure: () => void ran.push("onFailure"),
            },
          ),
        ],
        see: async (scene) => {
          const go = (order: string) => scene.send({ name: own("go"), data: { order } });
          const [stopped, other] = [await go("a"), await go("b")];
          await scene.until("both sleeps", () => ran.length === 2);
          await scene.send({ name: own("stop"), data: { order: "a" } });
          await scene.reaches(stopped, "Cancelled");
          const slept = await scene.until("the other run's end", async () => {
            scene.pass(3_600_000);
            return (await scene.runs(other)).find(({ status }) => status !== "Running");
          });
          expect(slept).toMatchObject({ status: "Completed" });
          await scene.routed();
          expect(ran.toSorted()).toEqual(["after b", "before a", "before b"]);
        },
      };
    },
  },
  {
    key: "cancel-running",
    name: "a run cancelled in the middle of a step finishes that step, and nothing after it",
    place: "shared",
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      const ran: string[] = [];
      return {
        functions: [
          onGo(
            async ({ step }) => {
              await step.run("running", async () => {
                await gate.pass();
                ran.push("running");
              });
              await step.run("after", () => void ran.push("after"));
            },
            { retries: 3, cancelOn: [{ event: own("stop") }], onFailure: () => void ran.push("onFailure") },
          ),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          await scene.send({ name: own("stop") });
          await scene.reaches(id, "Cancelled");
          gate.open();
          await scene.until("the step", () => ran.length > 0);
          for (let round = 0; round < 3; round += 1) await scene.routed();
          expect(ran).toEqual(["running"]);
          expect(await scene.runs(id)).toMatchObject([{ status: "Cancelled" }]);
        },
      };
    },
  },
  {
    key: "cancel-before",
    name: "an event that cancels, sent before the run's own event, cancels nothing",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [
        onGo(async ({ step }) => await step.run("work", () => "done"), {
          cancelOn: [{ event: own("stop"), match: "data.order" }],
        }),
      ],
      see: async (scene) => {
        await scene.send({ name: own("stop"), data: { order: 1 } });
        await scene.routed();
        const id = await scene.send({ name: own("go"), data: { order: 1 } });
        expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "done" });
      },
    }),
  },
  {
    key: "cancel-after",
    name: "a run that has ended stays as it is when the event that cancels arrives",
    place: "shared",
    play: ({ own, onGo }) => ({
      functions: [onGo(() => "done", { cancelOn: [{ event: own("stop") }] })],
      see: async (scene) => {
        const id = await scene.send({ name: own("go") });
        await scene.ended(id);
        await scene.send({ name: own("stop") });
        await scene.routed();
        expect(await scene.runs(id)).toMatchObject([{ status: "Completed", output: "done" }]);
      },
    }),
  },
  {
    key: "cancel-waiting",
    name: "a cancelled run's wait is gone: the event it waited for starts nothing",
    place: "shared",
    play: ({ own, onGo }) => {
      const standing = createBarrier();
      const ran: string[] = [];
      return {
        functions: [
          onGo(
            async ({ step }) => {
              await Promise.all([
                step.waitForEvent("reply", { event: own("reply"), timeout: "1h" }),
                step.run("standing", () => (standing.open(), standing.pass())),
              ]);
              await step.run("after", () => void ran.push("after"));
            },
            { cancelOn: [{ event: own("stop") }] },
          ),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await standing.reached;
          await scene.send({ name: own("stop") });
          await scene.reaches(id, "Cancelled");
          await scene.send({ name: own("reply") });
          for (let round = 0; round < 2; round += 1) await scene.routed();
          expect(ran).toEqual([]);
          expect(await scene.runs(id)).toMatchObject([{ status: "Cancelled" }]);
        },
      };
    },
  },
  {
    key: "cancel-http",
    name: "DELETE /v1/runs/:id cancels a run, and an unknown run is 404",
    place: "shared",
    play: ({ own, onGo }) => {
      const ran: string[] = [];
      return {
        functions: [
          onGo(async ({ step }) => {
            await step.run("before", () => void ran.push("before"));
            await step.sleep("nap", "1h");
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await scene.until("the step before", () => ran.length === 1);
          const { run_id: runId } = await scene.reaches(id, "Running");
          const { status } = await scene.request("DELETE", `/v1/runs/${runId}`);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(300);
          await scene.reaches(id, "Cancelled");
          const unknown = await scene.request("DELETE", "/v1/runs/01ARZ3NDEKTSV4RRFFQ69G5FAV");
          expect(unknown.status).toBe(404);
        },
      };
    },
  },
  {
    key: "cancel-http-key",
    name: "cancelling over HTTP needs the signing key: without it, or with another, it is 401 and the run goes on",
    place: "shared",
    modes: ["signed"],
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      return {
        functions: [
          onGo(async ({ step }) => await step.run("held", async () => (await gate.pass(), "done"))),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const { run_id: runId } = await scene.reaches(id, "Running");
          for (const key of [null, "signkey-test-00ff"]) {
            const refused = await scene.request("DELETE", `/v1/runs/${runId}`, { key });
            expect(refused.status).toBe(401);
          }
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "done" });
        },
      };
    },
  },
  {
    key: "rerun-http",
    name: "POST /v1/runs/:id/rerun starts the function again with the same event and nothing remembered",
    place: "shared",
    notReal: "a real server re-runs from its dashboard only",
    play: ({ own, onGo }) => {
      const ran: unknown[] = [];
      return {
        functions: [
          onGo(
            async ({ event, step }) => await step.run("work", () => (ran.push(event.data.n), ran.length)),
            { idempotency: "event.data.n" },
          ),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go"), data: { n: 5 } });
          const first = await scene.ended(id);
          const { status } = await scene.request("POST", `/v1/runs/${first.run_id}/rerun`);
          expect(status).toBeGreaterThanOrEqual(200);
          expect(status).toBeLessThan(300);
          await scene.until("the second run", () => ran.length === 2);
          expect(ran).toEqual([5, 5]);
        },
      };
    },
  },
];

export const cancelling: Theme = { title: "cancelling and repeating", cases };

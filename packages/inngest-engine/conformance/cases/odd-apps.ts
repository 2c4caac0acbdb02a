import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import type { StandIn } from "../app";
import { appAnswer } from "../app";
import type { Case, Theme } from "../case";

const needsStandIn = "counts such answers as attempts, with its own backoff";

const cases: Case[] = [
  {
    key: "slow",
    name: "an app that takes minutes to answer is waited for, called once, and its answer counts",
    place: "clock",
    notReal: "would have to be waited for in real time",
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      let ran = 0;
      return {
        functions: [
          onGo(
            () => {
              ran += 1;
              return "at last";
            },
            { retries: 3 },
          ),
        ],
        see: async (scene) => {
          scene.app.onRequest(async ({ functionId }) => {
            if (functionId?.endsWith(own("f"))) await gate.pass();
            return null;
          });
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          for (let minute = 0; minute < 9; minute += 1) scene.pass(60_000);
          await scene.routed();
          expect((await scene.runs(id))[0]).toMatchObject({ status: "Running" });
          gate.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: "at last" });
          const calls = scene.app.requests.filter(({ functionId }) => functionId?.endsWith(own("f")));
          expect([calls.length, ran]).toEqual([1, 1]);
        },
      };
    },
  },
  {
    key: "garbage",
    name: "an answer that is not the app's (a proxy's page, half a body, no steps) is asked for again at no cost",
    place: "clock",
    notReal: needsStandIn,
    play: ({ own, onGo }) => {
      let ran = 0;
      return {
        functions: [
          onGo(() => {
            ran += 1;
            return "from the app";
          }),
        ],
        see: async (scene) => {
          const page = { headers: { "content-type": "text/html" }, body: "<html>Bad Gateway</html>" };
          const garbage: StandIn[] = [
            { status: 502, ...page },
            { status: 200, ...page },
            { status: 206, ...page },
            appAnswer(scene.mode, { status: 206, body: { not: "steps" } }),
            { status: 200, body: '{"cut":' },
          ];
          scene.app.onRequest(({ functionId }) =>
            functionId?.endsWith(own("f")) ? (garbage.shift() ?? null) : null,
          );
          const id = await scene.send({ name: own("go") });
          const run = await scene.until("the run to end", async () => {
            scene.pass(1_000);
            return (await scene.runs(id)).find(({ status }) => status !== "Running");
          });
          expect(run).toMatchObject({ status: "Completed", output: "from the app" });
          expect([ran, garbage]).toEqual([1, []]);
        },
      };
    },
  },
  {
    key: "garbage-for-ever",
    name: "an app that answers nothing but garbage fails the run in the end, and the run says what came",
    place: "clock",
    notReal: needsStandIn,
    play: ({ own, onGo }) => ({
      functions: [onGo(() => "never")],
      see: async (scene) => {
        scene.app.onRequest(({ functionId }) =>
          functionId?.endsWith(own("f")) ? { status: 504, body: "<html>Timeout</html>" } : null,
        );
        const id = await scene.send({ name: own("go") });
        const run = await scene.until("the run to end", async () => {
          scene.pass(10_000);
          return (await scene.runs(id)).find(({ status }) => status !== "Running");
        });
        expect(run).toMatchObject({
          status: "Failed",
          output: { message: expect.stringContaining("504") as string },
        });
      },
    }),
  },
  {
    key: "too-long",
    name: "an answer too large to keep fails the run instead of being asked for for ever",
    place: "clock",
    notReal: "has limits of its own, by plan",
    play: ({ own, onGo }) => ({
      functions: [onGo(() => "x".repeat(5 * 1024 * 1024))],
      see: async (scene) => {
        const id = await scene.send({ name: own("go") });
        const run = await scene.until("the run to end", async () => {
          scene.pass(10_000);
          return (await scene.runs(id)).find(({ status }) => status !== "Running");
        });
        expect(run).toMatchObject({
          status: "Failed",
          output: { message: expect.stringContaining("larger") as string },
        });
      },
    }),
  },
];

export const oddApps: Theme = { title: "odd apps", cases };

import { expect } from "vitest";
import { type StandIn, appAnswer } from "../app";
import { theme } from "../case";

const countsAsAttempt = { notReal: "counts such answers as attempts, with its own backoff" };

export const oddApps = theme("odd apps");

oddApps.clock(
  "slow",
  "an app that takes minutes to answer is waited for, called once, and its answer counts",
  { notReal: "would have to be waited for in real time" },
  ({ gate, onGo, go, record, history, answerInstead, callsOf, runs, routed, pass, completes }) => {
    onGo({ retries: 3 }, () => record("ran", "at last"));
    return async () => {
      answerInstead(async () => (await gate.pass(), null));
      const id = await go();
      await gate.reached;
      for (let minute = 0; minute < 9; minute += 1) pass(60_000);
      await routed();
      expect(await runs(id)).toMatchObject([{ status: "Running" }]);
      gate.open();
      await completes(id, "at last");
      expect([callsOf().length, history]).toEqual([1, ["ran"]]);
    };
  },
);

oddApps.clock(
  "garbage",
  "an answer that is not the app's (a proxy's page, half a body, no steps) is asked for again at no cost",
  countsAsAttempt,
  ({ mode, onGo, go, record, history, answerInstead, endsPassing }) => {
    onGo(() => record("ran", "from the app"));
    return async () => {
      const page = { headers: { "content-type": "text/html" }, body: "<html>Bad Gateway</html>" };
      const garbage: StandIn[] = [
        { status: 502, ...page },
        { status: 200, ...page },
        { status: 206, ...page },
        appAnswer(mode, { status: 206, body: { not: "steps" } }),
        { status: 200, body: '{"cut":' },
      ];
      answerInstead(garbage);
      const run = await endsPassing(await go(), 1_000);
      expect(run).toMatchObject({ status: "Completed", output: "from the app" });
      expect([history, garbage]).toEqual([["ran"], []]);
    };
  },
);

oddApps.clock(
  "garbage-for-ever",
  "an app that answers nothing but garbage fails the run in the end, and the run says what came",
  countsAsAttempt,
  ({ onGo, go, answerInstead, endsPassing }) => {
    onGo(() => "never");
    return async () => {
      answerInstead(() => ({ status: 504, body: "<html>Timeout</html>" }));
      const output = { message: expect.stringContaining("504") as string };
      expect(await endsPassing(await go(), 10_000)).toMatchObject({ status: "Failed", output });
    };
  },
);

oddApps.clock(
  "too-long",
  "an answer too large to keep fails the run instead of being asked for for ever",
  { notReal: "has limits of its own, by plan" },
  ({ onGo, go, endsPassing }) => {
    onGo(() => "x".repeat(5 * 1024 * 1024));
    return async () => {
      const output = { message: expect.stringContaining("larger") as string };
      expect(await endsPassing(await go(), 10_000)).toMatchObject({ status: "Failed", output });
    };
  },
);

import { expect } from "vitest";
import { theme } from "../case";

export const concurrency = theme("concurrency");

concurrency.shared(
  "one-at-a-time",
  "concurrency 1 runs one at a time and all in the end, and holds up no other function",
  ({ own, gate, onGo, go, record, history, until }) => {
    let together = 0;
    let most = 0;
    onGo(
      { concurrency: 1 },
      async ({ event, step }) =>
        await step.run("work", async () => {
          together += 1;
          most = Math.max(most, together);
          if (event.data.n === 0) await gate.pass();
          together -= 1;
          record(event.data.n);
        }),
    );
    onGo({ id: own("free") }, ({ event }) => record(`free ${event.data.n}`));
    return async () => {
      await go({ n: 0 });
      await gate.reached;
      for (const n of [1, 2, 3, 4]) await go({ n });
      await until("the other function", () => history.length === 5);
      expect(history.every((name) => String(name).startsWith("free"))).toBe(true);
      gate.open();
      await until("all of them", () => history.length === 10);
      expect(most).toBe(1);
    };
  },
);

concurrency.shared(
  "by-key",
  "concurrency with a key holds back events of the same key only",
  ({ gate, onGo, go, record, records }) => {
    onGo({ concurrency: { limit: 1, key: "event.data.lane" } }, async ({ event }) => {
      if (event.data.mark === "a1") await gate.pass();
      record(event.data.mark);
    });
    return async () => {
      await go({ lane: "a", mark: "a1" });
      await gate.reached;
      await go({ lane: "a", mark: "a2" });
      await go({ lane: "b", mark: "b1" });
      await records(["b1"]);
      gate.open();
      await records(["b1", "a1", "a2"]);
    };
  },
);

concurrency.shared(
  "two-limits",
  "with two limits a function keeps both: its own and that of the key",
  ({ gate, onGo, go, record, history, until }) => {
    const running: string[] = [];
    let most = 0;
    let mostOfLane = 0;
    onGo({ concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.lane" }] }, async ({ event }) => {
      const lane = String(event.data.lane);
      running.push(lane);
      most = Math.max(most, running.length);
      mostOfLane = Math.max(mostOfLane, running.filter((other) => other === lane).length);
      if (running.length === 2) gate.open();
      await gate.pass();
      running.splice(running.indexOf(lane), 1);
      record(lane);
    });
    return async () => {
      for (const lane of ["a", "a", "b", "c", "b"]) await go({ lane });
      await until("all of them", () => history.length === 5);
      expect({ most, mostOfLane }).toEqual({ most: 2, mostOfLane: 1 });
    };
  },
);

concurrency.clock(
  "asleep",
  "a run that sleeps takes no place of the limit",
  ({ span, onGo, go, record, records, completes, pass }) => {
    onGo({ concurrency: 1 }, async ({ event, step }) => {
      if (event.data.sleeps) await step.sleep("nap", span("1h", "5s"));
      record(event.data.mark);
    });
    return async () => {
      const sleeper = await go({ mark: "sleeper", sleeps: true });
      await go({ mark: "awake" });
      await records(["awake"]);
      pass(3_600_000);
      await completes(sleeper, undefined, ["awake", "sleeper"]);
    };
  },
);
